import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'
import { webServer } from '../../../test/create-test-sandbox.ts'

testObserved({
  'actions-01': async ({ create, read, get }) => {
    const { id } = await create('/v2/droplets', webServer)
    const [{ id: action }] = await read(`/v2/droplets/${id}/actions`)
    const response = await get(`/v2/actions/${action}`)
    const names = 'completed_at id region region_slug resource_id resource_type started_at status type'
    expect(Object.keys(response.body.action).toSorted().join(' ')).toBe(names)
    expect(response.body.action.region.sizes).toContain('s-1vcpu-2gb')
    return response
  },
})
