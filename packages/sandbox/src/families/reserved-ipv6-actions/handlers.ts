import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { normalizeIp } from '../../engine/object-ids.ts'
import { ipv6Holder } from '../reserved-ipv6/index.ts'
import { checkSameRegion, requireDroplet, type AssignmentPayload } from '../../shared/addresses.ts'
import type { Handlers, Jobs } from '../family.ts'

/** Takes no lock, because these addresses have no field for one. With two concurrent actions the last to complete wins. */
const create: Handler<'reservedIpv6_actions_create'> = ({ path, body, operation }, ctx) => {
  const { ip, region_slug: slug } = ctx.engine.get('ReservedIpv6', normalizeIp(path.reserved_ipv6))
  const droplet = body.type === 'assign' ? requireDroplet(ctx, body.droplet_id) : undefined
  if (droplet) {
    checkSameRegion(droplet, slug)
    if (!droplet.features.includes('ipv6')) throw unprocessable('droplet_id: the droplet has no IPv6.')
  } else if (!ipv6Holder(ctx, ip)) throw unprocessable('No droplet has the address.')
  const action = ctx.actions.start({
    type: droplet ? 'assign_ip' : 'unassign_ip',
    key: keyOf('ReservedIpv6', ip),
    resourceType: 'reserved_ipv6',
    resourceId: null,
    region: ctx.engine.get('Region', slug),
    seconds: operation.action?.seconds ?? 5,
    onComplete: 'reservedIpv6Actions.finish',
    payload: { ip, dropletId: droplet?.id ?? null } satisfies AssignmentPayload,
  })
  return { action }
}

function finishAction({ ip, dropletId }: AssignmentPayload, { engine }: AccountContext): void {
  if (!engine.find('ReservedIpv6', ip)) return
  if (dropletId === null || engine.find('Droplet', dropletId)) engine.setHidden('ReservedIpv6', ip, { dropletId: dropletId ?? undefined })
}

export const handlers = { reservedIpv6_actions_create: create } satisfies Handlers

export const jobs: Jobs = { 'reservedIpv6Actions.finish': finishAction }
