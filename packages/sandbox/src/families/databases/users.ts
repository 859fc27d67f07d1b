/** The users of a cluster: named, stored. */
import type { CreateInput, Place } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { makeClientIdentity } from './authority.ts'
import { refreshCluster } from './cluster-state.ts'
import type { OpenCluster } from './open-cluster.ts'

export function userAt({ parent }: OpenCluster, name: string): Place<'DatabaseUser'> {
  return { parent, id: name }
}

export function makePassword({ ids }: World): string {
  return ids.hex(24)
}

/** Stores a user and shows it in its cluster. Gives back all of it, the password too. */
export function storeUser(
  world: World,
  cluster: OpenCluster,
  fields: CreateInput<'DatabaseUser'> & { readonly name: string },
): Kinds['DatabaseUser'] {
  const identity = cluster.engine.base === 'kafka' ? makeClientIdentity(cluster.value, fields.name, world) : undefined
  const user = { ...fields, access_cert: identity?.certificate, access_key: identity?.key }
  const stored = world.engine.add('DatabaseUser', user, { parent: cluster.parent })
  refreshCluster(world, cluster.key)
  return stored
}
