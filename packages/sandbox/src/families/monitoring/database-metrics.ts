/** Metrics of MySQL clusters: constant while the cluster runs. Other engines have endpoints of their own. */
import { databaseEngines } from '../../catalog/database-engines.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import type { Handlers } from '../family.ts'
import { findHistory } from './history.ts'
import { listSeries, type Measures } from './window.ts'

/** Parameters that are labels too. */
const labelNames = ['schema', 'metric', 'aggregate'] as const

type DatabaseQuery = { readonly db_id: string } & { readonly [Name in (typeof labelNames)[number]]?: string }

const serve =
  (value: number): Measures<DatabaseQuery> =>
  ({ query }, ctx) => {
    const { engine } = ctx
    const { db_id: id, schema } = query
    assertMysql(engine.get('DatabaseCluster', id))
    return listSeries(query, ctx, () => {
      if (schema && !engine.find('DatabaseDb', { parent: childPath(keyOf('DatabaseCluster', id)), id: schema })) return []
      const labels = Object.fromEntries(labelNames.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])))
      const history = findHistory(ctx, 'DatabaseCluster', id)
      return [{ labels: { db_id: id, ...labels }, digits: 4, at: (second) => (history(second)?.isRunning ? value : undefined) }]
    })
  }

/** @throws Failure 422 */
function assertMysql({ engine }: Kinds['DatabaseCluster']): void {
  const entry = databaseEngines.find(({ slug }) => slug === engine)
  if (entry?.base !== 'mysql') throw unprocessable(`db_id: the cluster runs ${entry?.title ?? engine}, not MySQL.`)
}

export const databaseMetrics = {
  monitoring_databases_getCpuUsage: serve(20),
  monitoring_databases_getMemoryUsage: serve(70),
  monitoring_databases_getDiskUsage: serve(15),
  monitoring_databases_getLoad: serve(0.5),
  monitoring_databases_getThreadsConnected: serve(20),
  monitoring_databases_getThreadsActive: serve(2),
  monitoring_databases_getThreadsCreatedRate: serve(0),
  monitoring_databases_getIndexVsSequentialReads: serve(97),
  monitoring_databases_getOpRates: serve(50),
  monitoring_databases_getSchemaThroughput: serve(100),
  monitoring_databases_getSchemaLatency: serve(0.002),
} satisfies Handlers
