/**
 * The indexes of an OpenSearch cluster. Its own come with it; the others are those that log sinks of any cluster fill, one a day for as
 * many days as the sink keeps them. While a sink is there they follow from it and the time; only what it leaves behind is stored. They
 * are looked over and deleted, never made, by the platform.
 */
import type { Behavior } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import { answerValues } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, under } from '../../store/store.ts'
import type { InCluster } from './connection.ts'
import { describeCluster, type OpenCluster, openClusterOf } from './open-cluster.ts'
import type { FamilyBehavior } from '../family.ts'

type Index = Kinds['DatabaseIndex']
type Logsink = Kinds['DatabaseLogsink']

const day = 86_400_000
/** What a day of one cluster's logs takes. */
const bytesOfDay = 1_048_576

const builtIn = [
  { name: '.kibana_1', size: 5247 },
  { name: '.opensearch-observability', size: 416 },
] as const

const open = (call: InCluster, world: World) => openClusterOf(['opensearch'], 'indexes', call, world)

const list: Behavior<'databases_indexes_list'> = (call, world) => answerValues(call, 'indexes', listIndexes(world, open(call, world)))

const remove: Behavior<'databases_indexes_delete'> = (call, world) => {
  const cluster = open(call, world)
  const name = call.path.index_name
  if (!listIndexes(world, cluster).some(({ index_name }) => index_name === name)) throw notFound()
  world.engine.hide('DatabaseCluster', cluster.key, { deletedIndexes: [...deletedOf(world, cluster), name] })
}

function listIndexes(world: World, cluster: OpenCluster): Index[] {
  const own = builtIn.map(({ name, size }) => describe(cluster, name, size, cluster.value.created_at))
  const filled = allSinks(world).flatMap(({ value, since }) => dailyIndexes(world, cluster, value, since))
  const stored = world.engine.all('DatabaseIndex', { parent: cluster.parent })
  const deleted = deletedOf(world, cluster)
  const byName = new Map([...own, ...stored, ...filled].map((index) => [index.index_name, index]))
  return [...byName.values()]
    .filter(({ index_name }) => !deleted.includes(index_name))
    .toSorted((one, other) => (one.index_name < other.index_name ? -1 : 1))
}

function deletedOf({ engine }: World, { key }: OpenCluster): readonly string[] {
  return engine.hidden('DatabaseCluster', key).deletedIndexes ?? []
}

/** What a sink has filled stays when the sink goes or turns elsewhere. Called before it does. */
export function keepIndexes(world: World, sink: Key<'DatabaseLogsink'>): void {
  const { engine } = world
  const value = engine.get('DatabaseLogsink', sink)
  const { since } = engine.hidden('DatabaseLogsink', sink)
  for (const cluster of engine.all('DatabaseCluster').map(describeCluster)) {
    const { parent } = cluster
    for (const index of dailyIndexes(world, cluster, value, since))
      if (!engine.find('DatabaseIndex', { parent, id: index.index_name })) engine.add('DatabaseIndex', index, { parent })
  }
}

/** The same for every sink of a cluster that is about to go. */
export function keepIndexesOf(world: World, cluster: Key<'DatabaseCluster'>): void {
  const parent = under(cluster)
  for (const { sink_id: id } of world.engine.all('DatabaseLogsink', { parent }))
    keepIndexes(world, keyOf('DatabaseLogsink', { parent, id }))
}

function allSinks({ engine }: World): { readonly value: Logsink; readonly since: number }[] {
  return engine.all('DatabaseCluster').flatMap(({ id }) => {
    const parent = under(keyOf('DatabaseCluster', id))
    return engine
      .all('DatabaseLogsink', { parent })
      .map((value) => ({ value, since: engine.hidden('DatabaseLogsink', { parent, id: value.sink_id }).since }))
  })
}

/** None when the sink's address is not one of the cluster's hosts. */
function dailyIndexes({ clock }: World, cluster: OpenCluster, sink: Logsink, since: number): Index[] {
  if (cluster.engine.base !== 'opensearch' || (sink.sink_type !== 'opensearch' && sink.sink_type !== 'elasticsearch')) return []
  const { url, index_prefix: prefix, index_days_max: days } = sink.config
  const { connection, private_connection } = cluster.value
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  if (host !== connection.host && host !== private_connection.host) return []
  const today = Math.floor(clock.now() / day)
  const first = Math.max(Math.floor(since / day), today - days + 1)
  return Array.from({ length: today - first + 1 }, (_, n) => {
    const begin = Math.max((first + n) * day, since)
    const share = Math.min(clock.now(), (first + n + 1) * day) - begin
    const created = `${new Date(begin).toISOString().slice(0, 19)}Z`
    return describe(cluster, `${prefix}-${created.slice(0, 10)}`, Math.floor((bytesOfDay * share) / day), created)
  })
}

function describe({ value: { num_nodes: nodes } }: OpenCluster, name: string, size: number, created: string): Index {
  const replicas = nodes > 1 ? 1 : 0
  return {
    index_name: name,
    number_of_shards: 1,
    number_of_replicas: replicas,
    size: size * (1 + replicas),
    created_time: created,
    status: 'open',
    health: 'green',
  }
}

export const databaseIndexes: FamilyBehavior = {
  behaviors: { databases_indexes_list: list, databases_indexes_delete: remove },
}
