/** Moving a reserved IP, under its newer and its older name. */
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import { getActionAbout, replyAction, answerActionsAbout } from '../actions/index.ts'
import { dropletKey } from '../droplets/index.ts'
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

export const list: Behavior = (call, world) => answerActionsAbout(call, world, openAddress(call, world).key).reply

export const get: Behavior = (call, world) => {
  const { key } = openAddress(call, world)
  return replyAction(call, world, { ...getActionAbout(call, world, key), project_id: projectIdOf(world, addressUrn(key.id)) })
}

export const create: Behavior = (call, world) => {
  const { type, droplet_id: dropletId } = readBody(call)
  const { key, region } = openAddress(call, world)
  world.actions.assertFree([key])
  const droplet = type === 'assign' ? findDroplet(world, dropletId) : undefined
  if (droplet) {
    checkSameRegion(droplet, region['slug'])
    world.actions.assertFree([dropletKey(droplet['id'])])
    checkHasNone(world, droplet)
  } else if (!holderOf(world, key)) throw unprocessable('No droplet has the address.')
  const action = startMove(world, { key, region, droplet, seconds: call.operation.action?.seconds })
  return replyAction(call, world, { ...action, project_id: projectIdOf(world, addressUrn(key.id)) })
}

export const reservedIpActions: FamilyBehavior = {
  operations: { reservedIpActions_list: list, reservedIpActions_get: get, reservedIpActions_create: create },
  due: { 'reservedIpActions.finish': finishMove },
}
