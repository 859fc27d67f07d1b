/**
 * The indexes of an OpenSearch cluster. Its own come with it; the others are those that log sinks of any cluster fill, one a day for as
 * many days as the sink keeps them. While a sink is there they follow from it and the time; only what it leaves behind is stored.
 */
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { describeCluster, type OpenCluster } from './open-cluster.ts'

const day = 86_400_000
/** What a day of one cluster's logs takes. */
const bytesOfDay = 1_048_576

const builtIn = [
  { name: '.kibana_1', size: 5247 },
  { name: '.opensearch-observability', size: 416 },
] as const

export function listIndexes(world: World, cluster: OpenCluster): Value[] {
  const { created_at: created } = cluster.value
  const own = builtIn.map(({ name, size }) => describe(cluster, name, size, String(created)))
  const filled = allSinks(world).flatMap(({ value, since }) => dailyIndexes(world, cluster, value, since))
  const stored = world.engine.all({ kind: 'DatabaseIndex', parent: cluster.parent })
  const deleted = deletedOf(world, cluster)
  const byName = new Map([...own, ...stored, ...filled].map((index) => [String(index['index_name']), index]))
  return [...byName.values()]
    .filter(({ index_name }) => !deleted.includes(String(index_name)))
    .toSorted((one, other) => (String(one['index_name']) < String(other['index_name']) ? -1 : 1))
}

export function deleteIndex(world: World, cluster: OpenCluster, name: string): void {
  world.engine.hide(cluster.key, { deletedIndexes: [...deletedOf(world, cluster), name] })
}

function deletedOf({ engine }: World, { key }: OpenCluster): readonly string[] {
  return (engine.hidden(key)['deletedIndexes'] ?? []) as readonly string[]
}

/** What a sink has filled stays when the sink goes or turns elsewhere. Called before it does. */
export function keepIndexes(world: World, sink: Key): void {
  const value = world.engine.get(sink)
  const since = Number(world.engine.hidden(sink)['since'])
  for (const cluster of allClusters(world)) {
    for (const index of dailyIndexes(world, cluster, value, since)) {
      const key = { kind: 'DatabaseIndex', parent: cluster.parent, id: String(index['index_name']) }
      if (!world.engine.find(key)) world.engine.create(key.kind, index, { parent: cluster.parent })
    }
  }
}

/** The same for every sink of a cluster that is about to go. */
export function keepIndexesOf(world: World, cluster: Key): void {
  const parent = under(cluster)
  for (const { sink_id } of world.engine.all({ kind: 'DatabaseLogsink', parent }))
    keepIndexes(world, { kind: 'DatabaseLogsink', parent, id: String(sink_id) })
}

function allClusters({ engine }: World): OpenCluster[] {
  return engine
    .all({ kind: 'DatabaseCluster' })
    .map((value) => describeCluster({ kind: 'DatabaseCluster', id: String(value['id']) }, value))
}

function allSinks(world: World): { readonly value: Value; readonly since: number }[] {
  return allClusters(world).flatMap(({ parent }) =>
    world.engine.all({ kind: 'DatabaseLogsink', parent }).map((value) => {
      const { since } = world.engine.hidden({ kind: 'DatabaseLogsink', parent, id: String(value['sink_id']) })
      return { value, since: Number(since) }
    }),
  )
}

/** None when the sink's address is not one of the cluster's hosts. */
function dailyIndexes({ clock }: World, cluster: OpenCluster, sink: Value, since: number): Value[] {
  const { url, index_prefix: prefix, index_days_max: days } = sink['config'] as Value
  if (cluster.engine.base !== 'opensearch' || !hostsOf(cluster).includes(hostOf(url))) return []
  const today = Math.floor(clock.now() / day)
  const first = Math.max(Math.floor(since / day), today - Number(days) + 1)
  return Array.from({ length: today - first + 1 }, (_, n) => {
    const begin = Math.max((first + n) * day, since)
    const share = Math.min(clock.now(), (first + n + 1) * day) - begin
    const created = `${new Date(begin).toISOString().slice(0, 19)}Z`
    return describe(cluster, `${String(prefix)}-${created.slice(0, 10)}`, Math.floor((bytesOfDay * share) / day), created)
  })
}

function hostsOf({ value }: OpenCluster): unknown[] {
  return [value['connection'], value['private_connection']].map((connection) => (isRecord(connection) ? connection['host'] : undefined))
}

function hostOf(url: unknown): string {
  return URL.canParse(String(url)) ? new URL(String(url)).hostname : ''
}

function describe({ value }: OpenCluster, name: string, size: number, created: string): Value {
  const replicas = Number(value['num_nodes']) > 1 ? 1 : 0
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
