/** Parses and validates the settings of a partner attachment. */
import { isIPv4 } from 'node:net'
import { notFound, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { rangesOverlap, parseAddress, parseRange } from '../../shared/ip-ranges.ts'

type Attachment = Kinds['PartnerAttachment']
export type BgpRequest = NonNullable<Operations['partnerNetworkConnect_attachments_create']['body']['bgp']>

/** ASN of the platform's router. */
const ownSystem = 64_532

/** @param area metropolitan area: the prefix of the slugs of its regions @throws Failure 422 */
export function requireVpcs(ctx: AccountContext, ids: readonly string[], area: string): string[] {
  const vpcs = [...new Set(ids)].map((id) => ctx.engine.get('Vpc', id))
  for (const { name, region } of vpcs) {
    if (region.replace(/\d+$/, '') !== area)
      throw unprocessable(`vpc_ids: the VPC ${name} is in ${region}, which is not a data center of ${area}.`)
  }
  const ranges = vpcs.map((vpc) => parseRange(vpc.ip_range))
  for (const [index, range] of ranges.entries()) {
    if (range && ranges.slice(index + 1).some((other) => other && rangesOverlap(range, other)))
      throw unprocessable('vpc_ids: the address ranges of the VPCs overlap.')
  }
  return vpcs.map(({ id }) => id)
}

/** Returns the BGP settings without the key, which has an operation of its own. @throws Failure 422 */
export function parseBgp(request: BgpRequest | undefined): Attachment['bgp'] {
  if (!request) return undefined
  const { local_router_ip: local, peer_router_ip: peer, peer_router_asn: system } = request
  const networks = [parseRouter(local, 'bgp.local_router_ip'), parseRouter(peer, 'bgp.peer_router_ip')] as const
  if (networks[0] !== networks[1]) throw unprocessable('bgp.peer_router_ip: must be in the same network as local_router_ip.')
  if (local === peer) throw unprocessable('bgp.peer_router_ip: must be another address than local_router_ip.')
  return { local_asn: ownSystem, peer_asn: system, local_router_ip: local, peer_router_ip: peer }
}

/** Returns the network of the router address. */
function parseRouter(text: string, field: string): string {
  const [address = '', length = ''] = text.split('/')
  const bits = Number(length)
  const number = isIPv4(address) ? parseAddress(address) : undefined
  if (number === undefined || length === '' || !Number.isInteger(bits) || bits < 1 || bits > 31)
    throw unprocessable(`${field}: must be an IPv4 address with the length of its prefix, such as 169.254.0.1/29.`)
  return `${Math.floor(number / 2 ** (32 - bits))}/${bits}`
}

/** Copies the settings of the parent attachment: the redundant one carries the same networks. @throws Failure 404, 422 */
export function checkParent({ engine }: AccountContext, id: string, vpcs: readonly string[], bandwidth: number): void {
  const parent = engine.find('PartnerAttachment', id)
  if (!parent || parent.state === 'DELETING') throw notFound()
  if (JSON.stringify(parent.vpc_ids.toSorted()) !== JSON.stringify(vpcs.toSorted()))
    throw unprocessable('vpc_ids: must be those of the parent.')
  if (parent.connection_bandwidth_in_mbps !== bandwidth) throw unprocessable('connection_bandwidth_in_mbps: must be that of the parent.')
}

export type AuthKey = Operations['partnerNetworkConnect_attachments_getBgpAuthKey']['reply']['bgp_auth_key']

export type ServiceKey = Operations['partnerNetworkConnect_attachments_getServiceKey']['reply']['service_key']

export function createServiceKey({ clock }: AccountContext): ServiceKey {
  return { value: '', created_at: clock.timestamp(), state: 'CREATING' }
}

/** Replaces the service key of an attachment. */
export function createKey({ id }: { readonly id: string }, { engine, ids, clock }: AccountContext): void {
  engine.setHidden('PartnerAttachment', id, { serviceKey: { value: ids.hex(40), created_at: clock.timestamp(), state: 'CREATED' } })
}
