/** Actions on shares are answered once and then forgotten: they are not among those of `GET /v2/actions`. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

export function startedAction({ ids, clock }: World, type: string, share: Value, snapshot?: Value): Value {
  return {
    id: String(ids.integer('Action')),
    region_slug: share['region'],
    resource_id: (snapshot ?? share)['id'],
    resource_type: snapshot ? 'SNAPSHOT' : 'SHARE',
    started_at: clock.stamp(),
    status: 'IN_PROGRESS',
    type,
  }
}
