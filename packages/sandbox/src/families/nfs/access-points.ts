/** The folders of a share that can be mounted by themselves. A deleted one can still be read, and its name be given to another. */
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { later } from '../../shared/later.ts'
import { shareKey } from '../../shared/nfs-shares.ts'
import { startedAction } from './action.ts'

const secondsToOpen = 5

const pointKey = (share: unknown, id: unknown): Key => ({ kind: 'NfsAccessPoint', parent: under(shareKey(share)), id: String(id) })

/** Those that are not deleted, the default one first. */
export function listPoints({ engine }: World, share: string): Value[] {
  return engine.all({ kind: 'NfsAccessPoint', parent: under(shareKey(share)) }).filter(({ status }) => status !== 'ACCESS_POINT_DELETED')
}

/** The path names no share, so where each point is gets noted. */
function note({ store }: World, { id, share_id: share }: Value): void {
  store.put({ kind: 'nfsAccessPointShare', id: String(id), text: JSON.stringify({ share }) })
}

/** @throws Failure 404 */
function keyOf(call: Call, world: World): Key {
  const id = String(call.path['access_point_id'])
  const noted = world.engine.find({ kind: 'nfsAccessPointShare', id })
  if (!noted) throw notFound()
  return pointKey(noted['share'], id)
}

/** A new share has one for all that is in it. */
export function addDefaultPoint(world: World, share: Value): void {
  const { engine, clock } = world
  const fields = {
    name: 'default',
    share_id: share['id'],
    path: '/',
    status: 'ACCESS_POINT_ACTIVE',
    access_policy: {
      anonuid: 65_534,
      anongid: 65_534,
      protocols: ['NFS4', 'NFS'],
      squash_config: 'ROOT_SQUASH',
      identity_enforcement_enabled: false,
    },
    is_default: true,
  }
  const point = engine.create('NfsAccessPoint', fields, { parent: under(shareKey(share['id'])), lifecycle: false })
  const times = { created_at: share['created_at'], updated_at: clock.stamp() }
  note(world, engine.change(pointKey(share['id'], point['id']), times))
}

const list: Behavior = (call, world) => {
  const { status } = call.query
  const share = String(call.path['share_id'])
  world.engine.text(shareKey(share))
  const all = world.engine.all({ kind: 'NfsAccessPoint', parent: under(shareKey(share)) })
  return replyValues(
    call,
    'access_points',
    status === undefined ? listPoints(world, share) : all.filter((point) => point['status'] === status),
  )
}

const create: Behavior = (call, world) => {
  const { name, path, access_policy, vpc_id: vpc } = readBody(call)
  const share = world.engine.get(shareKey(call.path['share_id']))
  if (share['status'] !== 'ACTIVE') throw conflict(`The share must be ACTIVE; it is ${String(share['status'])}.`)
  if (!(share['vpc_ids'] as readonly unknown[]).includes(vpc))
    throw unprocessable(`vpc_id: the share is not attached to the VPC "${String(vpc)}".`)
  const fields = { name, path, access_policy, vpc_id: vpc, share_id: share['id'] }
  const point = world.engine.create('NfsAccessPoint', fields, { parent: under(shareKey(share['id'])), lifecycle: false })
  note(world, point)
  later(world, secondsToOpen, 'nfs.openAccessPoint', { share: share['id'], id: point['id'] })
  return { body: JSON.stringify({ access_point: point, action: startedAction(world, 'create_access_point', share) }) }
}

const get: Behavior = (call, world) => ({ body: `{"access_point":${world.engine.text(keyOf(call, world))}}` })

const remove: Behavior = (call, world) => {
  const key = keyOf(call, world)
  const { is_default: isDefault, status, share_id: share } = world.engine.get(key)
  if (isDefault === true) throw new Failure(400, 'The default access point of a share cannot be deleted.')
  if (status === 'ACCESS_POINT_DELETED') throw notFound()
  const point = world.engine.change(key, { status: 'ACCESS_POINT_DELETED', updated_at: world.clock.stamp() })
  // Without `unique`, so that the name is free again.
  world.store.put({ ...key, text: JSON.stringify(point) })
  const action = startedAction(world, 'delete_access_point', world.engine.get(shareKey(share)))
  return { body: JSON.stringify({ access_point: point, action }) }
}

function open({ share, id }: { readonly share: string; readonly id: string }, { engine, clock }: World): void {
  const key = pointKey(share, id)
  if (engine.find(key)?.['status'] === 'ACCESS_POINT_CREATING')
    engine.change(key, { status: 'ACCESS_POINT_ACTIVE', updated_at: clock.stamp() })
}

export const accessPointOperations = {
  nfs_list_access_points: list,
  nfs_create_access_point: create,
  nfs_get_access_point: get,
  nfs_delete_access_point: remove,
} satisfies Readonly<Record<string, Behavior>>

export const accessPointDues = { 'nfs.openAccessPoint': open }
