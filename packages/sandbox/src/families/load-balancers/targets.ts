/** What is behind a load balancer. */
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

/** Where a load balancer's droplets must be; a global one's may be anywhere. */
interface Place {
  readonly region: string
  readonly vpc: string
}

/** @throws Failure 422 when a droplet does not exist or is elsewhere */
export function readTargetDroplets({ engine }: World, given: unknown, place: Place | undefined): number[] {
  const ids = [...new Set((given ?? []) as readonly number[])]
  for (const id of ids) {
    const droplet = engine.find({ kind: 'Droplet', id: String(id) })
    if (!droplet) throw unprocessable(`droplet_ids: there is no droplet ${id}.`)
    if (!place) continue
    const region = (droplet['region'] as Value)['slug']
    if (region !== place.region) throw unprocessable(`droplet_ids: droplet ${id} is in ${String(region)}, not in ${place.region}.`)
    if (droplet['vpc_uuid'] !== place.vpc) throw unprocessable(`droplet_ids: droplet ${id} is in another VPC.`)
  }
  return ids
}

/** The regional load balancers behind a global one. @throws Failure 422 */
export function readTargetBalancers({ engine }: World, given: unknown): string[] {
  const ids = [...new Set((given ?? []) as readonly string[])]
  for (const id of ids) {
    const target = engine.find({ kind: 'LoadBalancer', id })
    if (!target) throw unprocessable(`target_load_balancer_ids: there is no load balancer "${id}".`)
    if (target['type'] === 'GLOBAL') throw unprocessable(`target_load_balancer_ids: "${id}" is itself global.`)
    if (target['network'] === 'INTERNAL') throw unprocessable(`target_load_balancer_ids: "${id}" cannot be reached from outside its VPC.`)
  }
  return ids
}

/** With a tag, the droplets of the region that carry it now. */
export function listTargets({ engine }: World, { tag, region, droplet_ids: ids }: Value): readonly number[] {
  if (tag === '') return ids as readonly number[]
  const slug = (region as Value | undefined)?.['slug']
  return engine
    .all({ kind: 'Droplet', where: [{ field: 'tags[]', equals: String(tag), fold: true }] })
    .filter((droplet) => slug === undefined || (droplet['region'] as Value)['slug'] === slug)
    .map(({ id }) => Number(id))
}
