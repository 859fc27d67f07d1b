/** Metrics of the instances of an app's components: those of the deployment that was active at the moment, under a steady load. */
import type { MetricTarget } from '../../engine/metric-targets.ts'
import type { HooksByKind } from '../../engine/hooks.ts'
import { listPeriods } from '../../usage/journal.ts'
import { periodAt } from './history.ts'

export const appMetrics: HooksByKind = {
  App: {
    metricTargets: (id, ctx, { query: { app_component: only } }) => {
      if (!ctx.engine.find('App', id)) return { targets: [] }
      const periods = listPeriods(ctx.store, { kind: 'App', id })
      const maxCounts = new Map<string, number>()
      for (const { name, count } of periods.flatMap(({ facts }) => facts.components))
        maxCounts.set(name, Math.max(maxCounts.get(name) ?? 0, count))
      const targets = [...maxCounts].flatMap(([component, maxCount]) => {
        if (only !== undefined && only !== component) return []
        return Array.from({ length: maxCount }, (_, index): MetricTarget => {
          const isMeasured = (second: number) => {
            const running = periodAt(periods, second)?.facts.components.find(({ name }) => name === component)
            return running !== undefined && index < running.count
          }
          return {
            labels: { app_uuid: id, app_component: component, app_component_instance: `${component}-${index}` },
            isMeasured,
            facts: {},
          }
        })
      })
      return { targets }
    },
  },
}
