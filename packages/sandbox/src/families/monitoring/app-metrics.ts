/** How busy the containers of an app are: those of the deployment that was active at the moment. */
import { listPeriods, type PeriodOf } from '../../usage/journal.ts'
import { type Load, loadOf } from '../apps/index.ts'
import type { Behaviors } from '../family.ts'
import { type Activity, findActivity, hash } from './activity.ts'
import { periodAt } from './history.ts'
import { listSeries, type Measures, type Series } from './window.ts'

type Component = PeriodOf<'App'>['facts']['components'][number]

interface Moment {
  readonly activity: Activity
  readonly second: number
  readonly component: Component
  /** As the app's health shows it. */
  readonly load: Load
  /** The seconds since the deployment began. */
  readonly age: number
  /** Of the container. */
  readonly name: string
}

/** Seldom does a container end by itself. */
const secondsToRestart = 11 * 24 * 3600

const serve =
  (digits: number, read: (moment: Moment) => number): Measures<{ readonly app_id: string; readonly app_component?: string }> =>
  ({ query }, world) =>
    listSeries(query, world, () => {
      const { app_id: id, app_component: only } = query
      if (!world.engine.find('App', id)) return []
      const periods = listPeriods(world.store, { kind: 'App', id })
      const count = new Map<string, number>()
      for (const component of periods.flatMap(({ facts }) => facts.components))
        count.set(component.name, Math.max(count.get(component.name) ?? 0, component.count))
      return [...count].flatMap(([component, most]) => {
        if (only !== undefined && only !== component) return []
        return Array.from({ length: most }, (_, instance): Series => {
          const name = `${component}-${instance}`
          const activity = findActivity(`app ${id} ${name}`)
          const at: Series['at'] = (second) => {
            const period = periodAt(periods, second)
            const running = period?.facts.components.find((each) => each.name === component)
            if (!period || !running || instance >= running.count) return undefined
            const load = loadOf(id, component, running.fewest)
            const age = second - beganAt(periods, period)
            return read({ activity, second, component: running, load, age, name: `${period.facts.deployment} ${name}` })
          }
          return { labels: { app_uuid: id, app_component: component, app_component_instance: name }, digits, at }
        })
      })
    })

function beganAt(periods: readonly PeriodOf<'App'>[], { facts, from }: PeriodOf<'App'>): number {
  return (periods.find((each) => each.facts.deployment === facts.deployment)?.from ?? from) / 1000
}

/** A little above and below. */
const around = (value: number, { activity, second }: Moment) => Math.min(100, value * (0.9 + 0.2 * activity.at(second)))

export const appMetrics = {
  monitoring_apps_getCpuPercentage: serve(1, (moment) => around(moment.load.cpuPercent / moment.component.count, moment)),
  monitoring_apps_getMemoryPercentage: serve(1, (moment) => around(moment.load.memoryPercent, moment)),
  monitoring_apps_getRestartCount: serve(0, ({ age, name }) => Math.floor((age + (hash(name) % 400_000)) / secondsToRestart)),
} satisfies Behaviors
