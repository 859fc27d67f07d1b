import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'

testObserved({
  'one-clicks-01': async ({ get }) => {
    const response = await get('/v2/1-clicks?type=unknown')
    expect(response.body).toEqual({})
    return response
  },
  'clients-06': async ({ get }) => {
    const response = await get('/v2/1-clicks?type=')
    expect(response.body).toEqual((await get('/v2/1-clicks')).body)
    return response
  },
  'one-clicks-02': async ({ create, post }) => {
    const node_pools = [{ name: 'pool', size: 's-1vcpu-2gb', count: 1 }]
    const { id } = await create('/v2/kubernetes/clusters', { name: 'bindery', region: 'nyc3', version: 'latest', node_pools })
    const response = await post('/v2/1-clicks/kubernetes', { addon_slugs: ['loki'], cluster_uuid: id })
    expect(response.body).toEqual({ message: 'Successfully kicked off addon job.' })
    return response
  },
})
