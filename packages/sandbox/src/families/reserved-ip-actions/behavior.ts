/** Moving a reserved IP, under its newer and its older name. */
import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { answerActionsAbout, describeAction, getActionAbout } from '../actions/index.ts'
import type { FamilyBehavior } from '../family.ts'
import {
  addressUrn,
  checkHasNone,
  checkSameRegion,
  findDroplet,
  finishMove,
  holderOf,
  openAddress,
  startMove,
} from '../../shared/addresses.ts'
import { projectIdOf } from '../../shared/project-urns.ts'

type Lists = 'reservedIps_actions_list' | 'floatingIps_actions_list'
type Gets = 'reservedIps_actions_get' | 'floatingIps_actions_get'
type Creates = 'reservedIps_actions_create' | 'floatingIps_actions_create'

export const list: Behavior<Lists> = (call: Call<Lists>, world) =>
  answerActionsAbout(call, world, keyOf('ReservedIp', openAddress(call.path, world).ip))

export const get: Behavior<Gets> = (call: Call<Gets>, world) => {
  const { ip } = openAddress(call.path, world)
  return describe(call, world, ip, getActionAbout(call, world, keyOf('ReservedIp', ip)))
}

export const create: Behavior<Creates> = (call: Call<Creates>, world) => {
  const { body, path, operation } = call
  const { ip, region } = openAddress(path, world)
  world.actions.assertFree([keyOf('ReservedIp', ip)])
  const droplet = body.type === 'assign' ? findDroplet(world, body.droplet_id) : undefined
  if (droplet) {
    checkSameRegion(droplet, region.slug)
    world.actions.assertFree([keyOf('Droplet', droplet.id)])
    checkHasNone(world, droplet)
  } else if (!holderOf(world, ip)) throw unprocessable('No droplet has the address.')
  return describe(call, world, ip, startMove(world, { ip, region, droplet, seconds: operation.action?.seconds }))
}

/** With its project. */
function describe(call: Call<Gets | Creates>, world: World, ip: string, action: Kinds['Action']) {
  return describeAction(call, world, { ...action, project_id: projectIdOf(world, addressUrn(ip)) })
}

export const reservedIpActions: FamilyBehavior = {
  behaviors: { reservedIps_actions_list: list, reservedIps_actions_get: get, reservedIps_actions_create: create },
  due: { 'reservedIpActions.finish': finishMove },
}
