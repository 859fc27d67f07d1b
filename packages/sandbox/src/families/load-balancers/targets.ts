/** Targets of a load balancer: droplets, or regional load balancers of a global one. */
import { unprocessable } from '../../engine/failure.ts'
import type { UntypedCall } from '../../engine/request.ts'
import { oncePerCall } from '../../engine/once-per-call.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'

/** Required region and VPC of the droplets; absent for a global load balancer. */
interface Place {
  readonly region: string
  readonly vpc: string
}

/** @throws Failure 422 when a droplet is elsewhere */
export function listTargetDroplets(
  { engine }: AccountContext,
  requestedIds: readonly number[] | null | undefined,
  location: Place | undefined,
): number[] {
  const ids = [...new Set(requestedIds)]
  for (const id of ids) {
    if (!location) continue
    const { region, vpc_uuid: vpc } = engine.get('Droplet', id)
    const { slug } = region
    if (slug !== location.region) throw unprocessable(`droplet_ids: droplet ${id} is in ${slug}, not in ${location.region}.`)
    if (vpc !== location.vpc) throw unprocessable(`droplet_ids: droplet ${id} is in another VPC.`)
  }
  return ids
}

/** Lists the regional load balancers of a global one. @throws Failure 422 */
export function listTargetBalancers({ engine }: AccountContext, requestedIds: readonly string[] | null | undefined): string[] {
  const ids = [...new Set(requestedIds)]
  for (const id of ids) {
    const target = engine.get('LoadBalancer', id)
    if (target.type === 'GLOBAL') throw unprocessable(`target_load_balancer_ids: "${id}" is itself global.`)
    if (target.network === 'INTERNAL') throw unprocessable(`target_load_balancer_ids: "${id}" cannot be reached from outside its VPC.`)
  }
  return ids
}

/** Lists the droplets; with a tag, the current droplets of the region that have it. */
export function listTargets(
  ctx: AccountContext,
  { tag, region, droplet_ids: ids }: Pick<Kinds['LoadBalancer'], 'tag' | 'region' | 'droplet_ids'>,
  call?: UntypedCall,
): number[] {
  if (tag === '') return ids
  return listTagged(ctx, tag, call)
    .filter((droplet) => region === undefined || droplet.region.slug === region.slug)
    .map(({ id }) => id)
}

/** Many load balancers of one list may have the same tag. */
const listTagged = oncePerCall(({ engine }, tag) => engine.list('Droplet', { where: [{ field: 'tags[]', equals: tag, ignoreCase: true }] }))
