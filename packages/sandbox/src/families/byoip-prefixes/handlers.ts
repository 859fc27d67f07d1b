/** Bring-your-own IPv4 prefixes. Their addresses are assigned to droplets like reserved IPs. */
import { listActiveUsers } from '../../auth/users.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import { findAddressDroplet } from '../../shared/addresses.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { rangesOverlap } from '../../shared/ip-ranges.ts'
import { parseRange } from '../../shared/prefixes.ts'
import { getDefaultProject } from '../../shared/project-urns.ts'
import type { Handlers } from '../family.ts'
import { listAssignedIps, listValidations } from './assigned-ips.ts'

/** Range of the platform's own addresses. */
const platformRange = parseRange('198.18.0.0/15')

const create: Handler<'byoipPrefixes_create'> = ({ body: { prefix, region } }, ctx) => {
  const { engine, platform } = ctx
  const range = parseRange(prefix)
  if (range.hasHostBits) throw unprocessable('prefix: has host bits set.')
  const { slug } = requireRegion(ctx, region)
  const accounts = listActiveUsers(platform.store).map(({ account }) => platform.contextFor(account).engine)
  const otherRanges = accounts.flatMap((each) => each.list('ByoipPrefix')).map((other) => parseRange(other.prefix))
  if (rangesOverlap(platformRange, range))
    throw conflict(`prefix: ${prefix} overlaps 198.18.0.0/15, from which the platform gives its own addresses.`)
  if (otherRanges.some((other) => rangesOverlap(other, range))) throw conflict(`prefix: ${prefix} overlaps a prefix that exists already.`)
  const fields = {
    prefix,
    region: slug,
    name: prefix.replaceAll(/[./]/g, '-'),
    validations: listValidations('PENDING'),
    project_id: getDefaultProject(ctx).id,
    failure_reason: '',
    locked: false,
    advertised: false,
  }
  const { uuid, status } = engine.create('ByoipPrefix', fields)
  const summary = { uuid, region: slug, status }
  // The specification has a flat reply; clients read `byoip_prefix`, as in other replies.
  return { ...summary, byoip_prefix: summary }
}

const listIps: Handler<'byoipPrefixes_ips_list'> = (call, ctx) => {
  const { uuid, region } = ctx.engine.get('ByoipPrefix', call.path.byoip_prefix_uuid)
  const ips = listAssignedIps(ctx, uuid).map(({ ip }) => {
    const { assignment = 0, assignedAt = '' } = ctx.engine.getHidden('ReservedIp', ip)
    return { id: assignment, byoip: ip, region, resource: `do:droplet:${findAddressDroplet(ctx, ip)?.id}`, assigned_at: assignedAt }
  })
  return answerValues(call, 'ips', ips)
}

export const handlers = { byoipPrefixes_create: create, byoipPrefixes_ips_list: listIps } satisfies Handlers
