import { startDroplet } from '../make-droplet.ts'
import type { Cases } from '../probe.ts'

export const actions: Cases = {
  'actions-01': async (probe) => {
    const { id } = await startDroplet(probe)
    const [{ id: action }] = (await probe.make('GET', `/v2/droplets/${id}/actions`)).actions
    const answer = await probe.get(`/v2/actions/${action}`)
    probe.holds('the fields', Object.keys(answer.body.action).toSorted(), [
      'completed_at',
      'id',
      'region',
      'region_slug',
      'resource_id',
      'resource_type',
      'started_at',
      'status',
      'type',
    ])
    probe.holds('a size of the region', answer.body.action.region.sizes.includes('s-1vcpu-2gb'), true)
    return answer
  },
}
