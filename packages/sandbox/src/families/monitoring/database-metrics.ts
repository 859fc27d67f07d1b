/** How busy MySQL clusters are. Other engines have endpoints of their own. */
import { databaseEngines, databaseSizes } from '../../catalog/database-engines.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { under } from '../../store/store.ts'
import type { PeriodOf } from '../../usage/journal.ts'
import type { Behaviors } from '../family.ts'
import { type Activity, findActivity } from './activity.ts'
import { findHistory } from './history.ts'
import { listSeries, type Measures } from './window.ts'

interface Node {
  readonly vcpus: number
  readonly memoryGib: number
  readonly nodes: number
  /** How many hours it has been there. */
  readonly age: number
}

interface Moment<Query = unknown> {
  readonly activity: Activity
  readonly second: number
  readonly step: number
  readonly node: Node
  readonly query: Query
}

interface Metric<Query> {
  readonly digits: number
  readonly read: (moment: Moment<Query>) => number
  /** The parameters that are labels too. A schema must be there. */
  readonly labels?: (query: Query) => Readonly<Record<string, string>>
}

interface Aggregated {
  readonly aggregate: 'avg' | 'max' | 'min'
}

interface OfKind<Kind> {
  readonly metric: Kind
}

interface OfSchema extends OfKind<keyof typeof rows> {
  readonly schema: string
}

/** The busiest and the idlest node differ from the mean only where there are several. */
const spread = ({ node, query }: Moment<Aggregated>, value: number) =>
  node.nodes === 1 ? value : value * (1 + { max: 0.12, min: -0.1, avg: 0 }[query.aggregate])

const percent = (read: (moment: Moment) => number) =>
  serve<Aggregated>({
    labels: ({ aggregate }) => ({ aggregate }),
    digits: 1,
    read: (moment) => Math.min(100, spread(moment, read(moment))),
  })

const ofSchema = ({ schema, metric }: OfSchema) => ({ schema, metric })

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

const serve =
  <Query>({ labels: labelsOf, digits, read }: Metric<Query>): Measures<Query & { readonly db_id: string }> =>
  ({ query }, world) => {
    const { engine } = world
    const id = query.db_id
    const cluster = engine.get('DatabaseCluster', id)
    assertMysql(cluster)
    return listSeries(query, world, () => {
      const labels = labelsOf?.(query) ?? {}
      const { schema = '' } = labels
      if (schema && !engine.find('DatabaseDb', { parent: under(keyOf('DatabaseCluster', id)), id: schema })) return []
      const activity = findActivity(`database ${id}${schema}`)
      const history = findHistory(world, 'DatabaseCluster', id)
      const made = Date.parse(cluster.created_at) / 1000
      const at = (second: number, step: number) => {
        const facts = history(second)
        if (!facts?.isRunning) return undefined
        return read({ activity, second, step, query, node: nodeOf(facts, (second - made) / 3600) })
      }
      return [{ labels: { db_id: id, ...labels }, digits, at }]
    })
  }

/** @throws Failure 422 */
function assertMysql({ engine }: Kinds['DatabaseCluster']): void {
  const entry = databaseEngines.find(({ slug }) => slug === engine)
  if (entry?.base !== 'mysql') throw unprocessable(`db_id: the cluster runs ${entry?.title ?? engine}, not MySQL.`)
}

function nodeOf({ size, nodes }: PeriodOf<'DatabaseCluster'>['facts'], age: number): Node {
  const { vcpus = 1, memoryGib = 1 } = databaseSizes.find(({ slug }) => slug === size) ?? {}
  return { vcpus, memoryGib, nodes, age }
}

export const databaseMetrics = {
  monitoring_databases_getCpuUsage: percent((moment) => 4 + 38 * busy(moment)),
  monitoring_databases_getMemoryUsage: percent((moment) => 66 + 6 * busy(moment)),
  monitoring_databases_getDiskUsage: percent(({ node }) => Math.min(88, 12 + node.age * 0.004)),
  monitoring_databases_getLoad: serve<Aggregated & OfKind<keyof typeof minutes>>({
    labels: ({ metric, aggregate }) => ({ metric, aggregate }),
    digits: 2,
    read: (moment) => {
      const { activity, second, node, query } = moment
      return spread(moment, node.vcpus * 0.9 * activity.mean(second - minutes[query.metric] * 60, second))
    },
  }),
  monitoring_databases_getThreadsConnected: serve({ digits: 0, read: connections }),
  monitoring_databases_getThreadsActive: serve({
    digits: 0,
    read: (moment) => Math.floor(Math.min(connections(moment), 1 + moment.node.vcpus * 2 * moment.activity.at(moment.second))),
  }),
  monitoring_databases_getThreadsCreatedRate: serve({
    digits: 2,
    read: ({ activity, second }) => Math.max(0, activity.at(second) - 0.62),
  }),
  monitoring_databases_getIndexVsSequentialReads: serve({ digits: 1, read: (moment) => 98.6 - 3 * busy(moment) }),
  monitoring_databases_getOpRates: serve<OfKind<keyof typeof statements>>({
    labels: ({ metric }) => ({ metric }),
    digits: 1,
    read: (moment) => statements[moment.query.metric] * moment.node.vcpus * busy(moment),
  }),
  monitoring_databases_getSchemaThroughput: serve<OfSchema>({
    labels: ofSchema,
    digits: 1,
    read: (moment) => rows[moment.query.metric] * moment.node.vcpus * busy(moment),
  }),
  monitoring_databases_getSchemaLatency: serve<OfSchema>({
    labels: ofSchema,
    digits: 6,
    read: (moment) => waits[moment.query.metric] * (0.7 + busy(moment)),
  }),
} satisfies Behaviors
