/** How busy MySQL clusters are. Other engines have endpoints of their own. */
import { databaseEngines, databaseSizes } from '../../catalogue/database-engines.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { type Activity, findActivity } from './activity.ts'
import { findPast } from './past.ts'
import { replySeries } from './window.ts'

interface Node {
  readonly vcpus: number
  readonly memoryGib: number
  readonly nodes: number
  /** How many hours it has been there. */
  readonly age: number
}

interface Moment {
  readonly activity: Activity
  readonly second: number
  readonly step: number
  readonly node: Node
  readonly query: Call['query']
}

interface Metric {
  /** The parameters that are labels too. */
  readonly labels?: readonly string[]
  readonly digits: number
  readonly read: (moment: Moment) => number
}

const aggregated = ['aggregate']

/** The busiest and the idlest node differ from the mean only where there are several. */
const spread = ({ node, query }: Moment, value: number) => {
  const part = node.nodes === 1 ? 0 : { max: 0.12, min: -0.1 }[String(query['aggregate'])]
  return value * (1 + (part ?? 0))
}

const percent = (read: (moment: Moment) => number): Metric => ({
  labels: aggregated,
  digits: 1,
  read: (moment) => Math.min(100, spread(moment, read(moment))),
})

const whole = (read: (moment: Moment) => number): Metric => ({ digits: 0, read: (moment) => Math.floor(read(moment)) })

/** Pools open and close connections in jumps: the count of each ten minutes. */
const connections = ({ activity, second, node }: Moment) =>
  Math.floor(Math.min(node.memoryGib * 75 - 5, 8 + node.memoryGib * 9 * activity.at(Math.floor(second / 600) * 600)))

const minutes = { load1: 1, load5: 5, load15: 15 } as const

/** A second, for each virtual processor. */
const statements = { select: 92, insert: 5, update: 4, delete: 0.8 } as const
const rows = { fetch: 640, insert: 5.2, update: 4.4, delete: 0.9 } as const
/** Seconds. */
const waits = { fetch: 0.00042, insert: 0.0021, update: 0.0026, delete: 0.0023 } as const

const busy = (moment: Moment) => moment.activity.mean(moment.second - moment.step, moment.second)

const metrics: Readonly<Record<string, Metric>> = {
  cpu_usage: percent((moment) => 4 + 38 * busy(moment)),
  memory_usage: percent((moment) => 66 + 6 * busy(moment)),
  disk_usage: percent(({ node }) => Math.min(88, 12 + node.age * 0.004)),
  load: {
    labels: ['metric', ...aggregated],
    digits: 2,
    read: (moment) => {
      const { activity, second, node, query } = moment
      const span = minutes[query['metric'] as keyof typeof minutes] * 60
      return spread(moment, node.vcpus * 0.9 * activity.mean(second - span, second))
    },
  },
  threads_connected: whole(connections),
  threads_active: whole((moment) => Math.min(connections(moment), 1 + moment.node.vcpus * 2 * moment.activity.at(moment.second))),
  threads_created_rate: { digits: 2, read: ({ activity, second }) => Math.max(0, activity.at(second) - 0.62) },
  index_vs_sequential_reads: { digits: 1, read: (moment) => 98.6 - 3 * busy(moment) },
  op_rates: {
    labels: ['metric'],
    digits: 1,
    read: (moment) => statements[moment.query['metric'] as keyof typeof statements] * moment.node.vcpus * busy(moment),
  },
  schema_throughput: {
    labels: ['schema', 'metric'],
    digits: 1,
    read: (moment) => rows[moment.query['metric'] as keyof typeof rows] * moment.node.vcpus * busy(moment),
  },
  schema_latency: {
    labels: ['schema', 'metric'],
    digits: 6,
    read: (moment) => waits[moment.query['metric'] as keyof typeof waits] * (0.7 + busy(moment)),
  },
}

const serve =
  ({ labels = [], digits, read }: Metric): Behavior =>
  (call, world) => {
    const key: Key = { kind: 'DatabaseCluster', id: String(call.query['db_id']) }
    const cluster = world.engine.get(key)
    assertMysql(cluster)
    return replySeries(call, world, () => {
      const { query } = call
      if (labels.includes('schema') && !hasSchema(world, key, query['schema'])) return []
      const activity = findActivity(`database ${key.id}${labels.includes('schema') ? String(query['schema']) : ''}`)
      const past = findPast(world, key.kind, key.id)
      const made = Date.parse(String(cluster['created_at'])) / 1000
      const at = (second: number, step: number) => {
        const facts = past(second)
        if (facts?.['isRunning'] !== true) return undefined
        return read({ activity, second, step, query, node: nodeOf(facts, (second - made) / 3600) })
      }
      const own = Object.fromEntries(labels.map((name) => [name, String(query[name])]))
      return [{ labels: { db_id: key.id, ...own }, digits, at }]
    })
  }

/** @throws Failure 422 */
function assertMysql({ engine }: Value): void {
  const entry = databaseEngines.find(({ slug }) => slug === engine)
  if (entry?.base !== 'mysql') throw unprocessable(`db_id: the cluster runs ${entry?.title ?? String(engine)}, not MySQL.`)
}

function hasSchema({ engine }: World, key: Key, name: unknown): boolean {
  return engine.find({ kind: 'DatabaseDb', parent: under(key), id: String(name) }) !== undefined
}

function nodeOf({ size, nodes }: Value, age: number): Node {
  const { vcpus = 1, memoryGib = 1 } = databaseSizes.find(({ slug }) => slug === size) ?? {}
  return { vcpus, memoryGib, nodes: Number(nodes), age }
}

export const databaseMetrics: Readonly<Record<string, Behavior>> = Object.fromEntries(
  Object.entries(metrics).map(([name, metric]) => [`monitoring_get_database_mysql_${name}`, serve(metric)]),
)
