/** What every operation inside a cluster begins with: the cluster has to be there, and its engine has to know such a thing. */
import { type DatabaseEngineEntry, databaseEngines } from '../../catalogue/database-engines.ts'
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { databaseKey } from './connection.ts'
import { engineOf } from './engines.ts'

/** An engine without regard to its edition: what is inside an advanced one is no different. */
export type EngineBase = DatabaseEngineEntry['base']

export interface OpenCluster {
  readonly key: Key
  readonly value: Value
  readonly engine: DatabaseEngineEntry
  /** The parent path of what lives in it. */
  readonly parent: string
}

/** @throws Failure 404 */
export function openCluster(call: Call, { engine }: World): OpenCluster {
  const key = databaseKey(call)
  return describeCluster(key, engine.get(key))
}

export function describeCluster(key: Key, value: Value): OpenCluster {
  return { key, value, engine: engineOf(value), parent: under(key) }
}

/** @throws Failure 404; and 422, unless `refuse` says otherwise, when the cluster runs none of `bases` */
export function openClusterOf(
  bases: readonly EngineBase[],
  things: string,
  call: Call,
  world: World,
  refuse: (message: string) => Error = unprocessable,
): OpenCluster {
  const cluster = openCluster(call, world)
  const { base, title } = cluster.engine
  if (!bases.includes(base)) throw refuse(`This is a ${title} cluster; only ${listTitles(bases)} clusters have ${things}.`)
  return cluster
}

export function titleOf(base: EngineBase): string {
  return databaseEngines.find(({ slug }) => slug === base)?.title ?? base
}

function listTitles(bases: readonly EngineBase[]): string {
  const titles = bases.map(titleOf)
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
}
