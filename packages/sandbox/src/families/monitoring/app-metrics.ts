/** Metrics of the copies of an app's components: those of the deployment that was active at the moment, under a steady load. */
import { listPeriods } from '../../usage/journal.ts'
import { steadyLoad } from '../apps/index.ts'
import type { Handlers } from '../family.ts'
import { periodAt } from './history.ts'
import { listSeries, type Measures, type Series } from './window.ts'

const serve =
  (value: number): Measures<{ readonly app_id: string; readonly app_component?: string }> =>
  ({ query }, ctx) =>
    listSeries(query, ctx, () => {
      const { app_id: id, app_component: only } = query
      if (!ctx.engine.find('App', id)) return []
      const periods = listPeriods(ctx.store, { kind: 'App', id })
      const maxCounts = new Map<string, number>()
      for (const { name, count } of periods.flatMap(({ facts }) => facts.components))
        maxCounts.set(name, Math.max(maxCounts.get(name) ?? 0, count))
      return [...maxCounts].flatMap(([component, maxCount]) => {
        if (only !== undefined && only !== component) return []
        return Array.from({ length: maxCount }, (_, index): Series => {
          const at: Series['at'] = (second) => {
            const running = periodAt(periods, second)?.facts.components.find(({ name }) => name === component)
            return running && index < running.count ? value : undefined
          }
          return { labels: { app_uuid: id, app_component: component, app_component_instance: `${component}-${index}` }, digits: 1, at }
        })
      })
    })

export const appMetrics = {
  monitoring_apps_getCpuPercentage: serve(steadyLoad.cpuPercent),
  monitoring_apps_getMemoryPercentage: serve(steadyLoad.memoryPercent),
  monitoring_apps_getRestartCount: serve(0),
} satisfies Handlers
