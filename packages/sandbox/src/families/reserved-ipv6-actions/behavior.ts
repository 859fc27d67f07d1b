import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { ipv6Holder, ipv6Key } from '../reserved-ipv6/index.ts'
import { checkSameRegion, findDroplet, type Move } from '../../shared/addresses.ts'

/** Nothing is locked: these addresses have no field to show it. Of two moves at once the one that ends last decides. */
const create: Behavior = (call, world) => {
  const { type, droplet_id: dropletId } = readBody(call)
  const key = ipv6Key(call)
  const { region_slug: slug } = world.engine.get(key)
  const droplet = type === 'assign' ? findDroplet(world, dropletId) : undefined
  if (droplet) {
    checkSameRegion(droplet, slug)
    if (!(droplet['features'] as readonly string[]).includes('ipv6')) throw unprocessable('droplet_id: the droplet has no IPv6.')
  } else if (!ipv6Holder(world, key)) throw unprocessable('No droplet has the address.')
  const action = world.actions.start({
    type: droplet ? 'assign_ip' : 'unassign_ip',
    key,
    resourceType: 'reserved_ipv6',
    resourceId: null,
    region: world.engine.get({ kind: 'Region', id: String(slug) }),
    seconds: call.operation.action?.seconds ?? 5,
    done: 'reservedIpv6Actions.finish',
    payload: { ip: key.id, dropletId: droplet?.['id'] ?? null } satisfies Move,
  })
  return { body: JSON.stringify({ action }) }
}

function finish({ ip, dropletId }: Move, { engine }: World): void {
  const key = { kind: 'ReservedIpv6', id: ip }
  if (!engine.find(key)) return
  if (dropletId !== null && !engine.find({ kind: 'Droplet', id: String(dropletId) })) return
  engine.hide(key, { dropletId: dropletId ?? undefined })
}

export const reservedIpv6Actions: FamilyBehavior = {
  operations: { reservedIpv6Actions_create: create },
  due: { 'reservedIpv6Actions.finish': finish },
}
