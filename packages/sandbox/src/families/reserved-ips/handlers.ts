/** Reserved IPs, under this path and the former one, floating IPs, with one state. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { addressUrn, checkHasNoAddress, requireDroplet, startAssignment } from '../../shared/addresses.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { assignToProject, findPlacement } from '../../shared/project-urns.ts'
import type { Handlers } from '../family.ts'

const noForm = { droplet_id: undefined, region: undefined, project_id: undefined }

/** Reserves an address, and assigns it to a droplet if the request names one. */
const create: Handler<'reservedIps_create'> = ({ body, operation, origin }, ctx) => {
  const { engine, ids } = ctx
  // Some clients send the fields of both forms, with null in the fields of the other.
  const { droplet_id: dropletId, region: slug, project_id: project } = { ...noForm, ...body }
  const droplet = dropletId === undefined || dropletId === null ? undefined : requireDroplet(ctx, dropletId)
  if (droplet) checkHasNoAddress(ctx, droplet)
  const region = requireRegion(ctx, droplet?.region.slug ?? slug)
  checkReservedIpLimit(ctx)
  const { ip } = engine.create('ReservedIp', { droplet: null, locked: false, project_id: '', ip: ids.ipv4(), region: region.slug })
  assignToProject(ctx, addressUrn(ip), droplet ? findPlacement(ctx, `do:droplet:${droplet.id}`)?.project : project)
  const action = droplet && startAssignment(ctx, { ip, region, droplet, seconds: operation.action?.seconds })
  const link = (rel: string, path: string, id: number) => ({ id, rel, href: `${origin}/v2/${path}/${id}` })
  return {
    reserved_ip: engine.serialize('ReservedIp', ip, engine.get('ReservedIp', ip)),
    links:
      droplet && action ? { droplets: [link('droplet', 'droplets', droplet.id)], actions: [link('assign_ip', 'actions', action.id)] } : {},
  }
}

/** Counts the addresses of the account; BYOIP addresses do not count. */
function checkReservedIpLimit({ engine }: AccountContext): void {
  const [account] = engine.list('Account')
  const limit = account?.reserved_ip_limit ?? 0
  const broughtCount = engine.count('ReservedIp', { where: [{ field: 'isBrought', equals: true, hidden: true }] })
  if (engine.count('ReservedIp') - broughtCount >= limit) throw unprocessable(`The account has reached its limit of ${limit} reserved IPs.`)
}

export const handlers = { reservedIps_create: create } satisfies Handlers
