/** Actions of reserved IPs, under the current and the former path. */
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { listResourceActions, describeAction, getResourceAction } from '../actions/index.ts'
import {
  addressUrn,
  checkHasNoAddress,
  checkSameRegion,
  requireDroplet,
  findAddressDroplet,
  finishAssignment,
  requireAddress,
  startAssignment,
} from '../../shared/addresses.ts'
import { getProjectId } from '../../shared/project-urns.ts'
import type { Handlers, Jobs } from '../family.ts'

export const handlers = {
  reservedIps_actions_list: (call, ctx) => listResourceActions(call, ctx, keyOf('ReservedIp', requireAddress(call.path, ctx).ip)),
  reservedIps_actions_get: (call, ctx) => {
    const { ip } = requireAddress(call.path, ctx)
    return describeAddressAction(call, ctx, ip, getResourceAction(call, ctx, keyOf('ReservedIp', ip)))
  },
  reservedIps_actions_create: (call, ctx) => {
    const { body, path, operation } = call
    const { ip, region } = requireAddress(path, ctx)
    ctx.actions.requireIdle([keyOf('ReservedIp', ip)])
    const droplet = body.type === 'assign' ? requireDroplet(ctx, body.droplet_id) : undefined
    if (droplet) {
      checkSameRegion(droplet, region.slug)
      ctx.actions.requireIdle([keyOf('Droplet', droplet.id)])
      checkHasNoAddress(ctx, droplet)
    } else if (!findAddressDroplet(ctx, ip)) throw unprocessable('No droplet has the address.')
    return describeAddressAction(call, ctx, ip, startAssignment(ctx, { ip, region, droplet, seconds: operation.action?.seconds }))
  },
} satisfies Handlers

/** Adds the project. */
function describeAddressAction(
  call: Call<'reservedIps_actions_get' | 'reservedIps_actions_create'>,
  ctx: AccountContext,
  ip: string,
  action: Kinds['Action'],
) {
  return describeAction(call, ctx, { ...action, project_id: getProjectId(ctx, addressUrn(ip)) })
}

export const jobs: Jobs = { 'reservedIpActions.finish': finishAssignment }
