/** Metrics of MySQL clusters: constant while the cluster runs. */
import { databaseEngines } from '../../catalog/database-engines.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind } from '../../engine/hooks.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { findHistory } from './history.ts'

/** @throws Failure 422 */
function assertMysql({ engine }: Kinds['DatabaseCluster']): void {
  const entry = databaseEngines.find(({ slug }) => slug === engine)
  if (entry?.base !== 'mysql') throw unprocessable(`db_id: the cluster runs ${entry?.title ?? engine}, not MySQL.`)
}

export const databaseMetrics: HooksByKind = {
  DatabaseCluster: {
    metricTargets: (id, ctx, { query: { schema } }) => {
      const { engine } = ctx
      assertMysql(engine.get('DatabaseCluster', id))
      if (schema && !engine.find('DatabaseDb', { parent: childPath(keyOf('DatabaseCluster', id)), id: String(schema) }))
        return { targets: [] }
      const history = findHistory(ctx, 'DatabaseCluster', id)
      return { targets: [{ labels: { db_id: id }, isMeasured: (second) => history(second)?.isRunning === true, facts: {} }] }
    },
  },
}
