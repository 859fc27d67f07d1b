/** Requires the cluster of the path, with an engine that supports the operation. */
import { type DatabaseEngineEntry, databaseEngines } from '../../catalog/database-engines.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import { oncePerCall } from '../../engine/once-per-call.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, parentKey, childPath } from '../../store/store.ts'
import { databaseKey, type InCluster } from './connection.ts'
import { engineOf } from './engines.ts'

/** Engine without its edition; advanced editions have the same content. */
export type EngineBase = DatabaseEngineEntry['base']

export interface ClusterContext {
  readonly key: Key<'DatabaseCluster'>
  readonly value: Kinds['DatabaseCluster']
  readonly engine: DatabaseEngineEntry
  /** Parent path of the objects in the cluster. */
  readonly parent: string
}

/** @throws Failure 404 */
export function requireCluster(call: InCluster, { engine }: AccountContext): ClusterContext {
  return describeCluster(engine.get('DatabaseCluster', databaseKey(call)))
}

export function describeCluster(value: Kinds['DatabaseCluster']): ClusterContext {
  const key = keyOf('DatabaseCluster', value.id)
  return { key, value, engine: engineOf(value), parent: childPath(key) }
}

/** Finds the cluster of a nested object; undefined while the cluster is being deleted. */
export function findClusterAbove(parent: string | undefined, { engine }: AccountContext): ClusterContext | undefined {
  const cluster = engine.find('DatabaseCluster', parentKey(parent)?.id ?? '')
  return cluster && describeCluster(cluster)
}

/** Cached form of `findClusterAbove` for one reply, because a cluster contains all its users. */
export const findClusterOnce = oncePerCall((ctx, parent) => findClusterAbove(parent, ctx))

/** @throws Failure 404; and 422, or the error of `refuse`, when the cluster runs none of `bases` */
export function requireClusterOf(
  bases: readonly EngineBase[],
  label: string,
  call: InCluster,
  ctx: AccountContext,
  refuse: (message: string) => Error = unprocessable,
): ClusterContext {
  const cluster = requireCluster(call, ctx)
  const { base, title } = cluster.engine
  if (!bases.includes(base)) throw refuse(`This is a ${title} cluster; only ${listTitles(bases)} clusters have ${label}.`)
  return cluster
}

export function titleOf(base: EngineBase): string {
  return databaseEngines.find(({ slug }) => slug === base)?.title ?? base
}

function listTitles(bases: readonly EngineBase[]): string {
  const titles = bases.map(titleOf)
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
}
