import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'

testObserved({
  'one-clicks-01': async ({ get }) => {
    const answer = await get('/v2/1-clicks?type=unknown')
    expect(answer.body).toEqual({})
    return answer
  },
  'clients-06': async ({ get }) => {
    const answer = await get('/v2/1-clicks?type=')
    expect(answer.body).toEqual((await get('/v2/1-clicks')).body)
    return answer
  },
  'one-clicks-02': async ({ create, post }) => {
    const node_pools = [{ name: 'pool', size: 's-1vcpu-2gb', count: 1 }]
    const { id } = await create('/v2/kubernetes/clusters', { name: 'bindery', region: 'nyc3', version: 'latest', node_pools })
    const answer = await post('/v2/1-clicks/kubernetes', { addon_slugs: ['loki'], cluster_uuid: id })
    expect(answer.body).toEqual({ message: 'Successfully kicked off addon job.' })
    return answer
  },
})
