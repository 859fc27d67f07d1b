/** The users of a cluster: named, stored, read. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { makeClientIdentity } from './authority.ts'
import { refreshCluster, showUser } from './cluster-state.ts'
import type { OpenCluster } from './open-cluster.ts'

export function userKey({ parent }: OpenCluster, name: unknown): Key {
  return { kind: 'DatabaseUser', parent, id: String(name) }
}

export function makePassword({ ids }: World): string {
  return ids.hex(24)
}

/** Stores a user and shows it in its cluster. Gives back all of it, the password too. */
export function storeUser(world: World, cluster: OpenCluster, fields: Value): Value {
  const identity = cluster.engine.base === 'kafka' ? makeClientIdentity(cluster.value, String(fields['name']), world) : undefined
  const user = { ...fields, access_cert: identity?.certificate, access_key: identity?.key }
  const stored = world.engine.create('DatabaseUser', user, { parent: cluster.parent })
  refreshCluster(world, cluster.key)
  return stored
}

/** A user as it may be read: whole, but for a MongoDB user's password. */
export function readUser(cluster: OpenCluster, user: Value): Value {
  return showUser(cluster.value, user)
}
