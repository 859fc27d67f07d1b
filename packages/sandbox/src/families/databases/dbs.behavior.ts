/** The named databases in a cluster. */
import type { Call } from '../../engine/call.ts'
import { conflict, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { KindHooks } from '../../engine/hooks.ts'
import type { World } from '../../engine/world.ts'
import { refreshCluster } from './cluster-state.ts'
import type { InCluster } from './connection.ts'
import { findClusterAbove, openClusterOf } from './open-cluster.ts'
import type { FamilyBehavior } from '../family.ts'

const open = (call: InCluster, world: World) => openClusterOf(['pg', 'mysql', 'mongodb'], 'named databases', call, world)

function refreshAbove(parent: string | undefined, world: World): void {
  const cluster = findClusterAbove(parent, world)
  if (cluster) refreshCluster(world, cluster.key)
}

const db: KindHooks<'DatabaseDb'> = {
  order: 'oldest',
  opening: (call, world) => void open(call, world),
  making: ({ body: { name } }: Call<'databases_dbs_create'>, { engine }, parent) => {
    if (engine.find('DatabaseDb', { parent, id: name })) throw conflict(`name: the cluster has a database "${name}" already.`)
    return { fields: { name } }
  },
  made: (_, { parent }, world) => refreshAbove(parent, world),
  removing: ({ name }, { parent = '' }, world) => {
    if (name === findClusterAbove(parent, world)?.engine.defaultDb)
      throw unprocessable(`"${name}" came with the cluster, whose connections lead to it, and cannot be deleted.`)
    const pools = world.engine.all('DatabasePool', { parent, where: [{ field: 'db', equals: name }] })
    if (pools.length === 0) return
    const names = pools.map((pool) => `"${pool.name}"`).join(', ')
    throw preconditionFailed(`The database cannot be deleted while connection pools lead to it: ${names}. Delete them first.`)
  },
  removed: (_, { parent }, world) => refreshAbove(parent, world),
}

export const databaseDbs: FamilyBehavior = { kinds: { DatabaseDb: db } }
