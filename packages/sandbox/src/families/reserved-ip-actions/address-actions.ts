import type { Handler, Call } from '../../engine/call.ts'
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
  requireAddress,
  startAssignment,
} from '../../shared/addresses.ts'
import { getProjectId } from '../../shared/project-urns.ts'

type Lists = 'reservedIps_actions_list' | 'floatingIps_actions_list'

type Gets = 'reservedIps_actions_get' | 'floatingIps_actions_get'

type Creates = 'reservedIps_actions_create' | 'floatingIps_actions_create'

export const listAddressActions: Handler<Lists> = (call: Call<Lists>, ctx) =>
  listResourceActions(call, ctx, keyOf('ReservedIp', requireAddress(call.path, ctx).ip))

export const getAddressAction: Handler<Gets> = (call: Call<Gets>, ctx) => {
  const { ip } = requireAddress(call.path, ctx)
  return describeAddressAction(call, ctx, ip, getResourceAction(call, ctx, keyOf('ReservedIp', ip)))
}

export const createAddressAction: Handler<Creates> = (call: Call<Creates>, ctx) => {
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
}

/** Adds the project. */
function describeAddressAction(call: Call<Gets | Creates>, ctx: AccountContext, ip: string, action: Kinds['Action']) {
  return describeAction(call, ctx, { ...action, project_id: getProjectId(ctx, addressUrn(ip)) })
}
