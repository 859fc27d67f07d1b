/** Metrics of an autoscale pool: current and target number of droplets, and the utilization that decides it. */
import type { HooksByKind } from '../../engine/hooks.ts'
import { keyOf } from '../../engine/kinds.ts'
import { childPath } from '../../store/store.ts'
import { listPeriods, type PeriodOf } from '../../usage/journal.ts'
import { findHistory } from './history.ts'

type MemberPeriod = Pick<PeriodOf<'DropletAutoscalePoolMember'>, 'from' | 'to'>

/** Utilization is measured for the first time after five minutes. */
const secondsToMeasure = 300

const isMember = ({ from, to }: MemberPeriod, second: number) => from <= second * 1000 && second * 1000 < (to ?? Infinity)

type Target = 'target_cpu_utilization' | 'target_memory_utilization'

export const poolMetrics: HooksByKind = {
  DropletAutoscalePool: {
    metricTargets: (id, ctx) => {
      const pool = ctx.engine.find('DropletAutoscalePool', id)
      if (!pool) return { targets: [] }
      const history = findHistory(ctx, 'DropletAutoscalePool', id)
      const periods = listPeriods(ctx.store, { kind: 'DropletAutoscalePoolMember', parent: childPath(keyOf('DropletAutoscalePool', id)) })
      const members = periods.map((period) => ({ period, history: findHistory(ctx, 'Droplet', period.id) }))
      const hasAgent = pool.droplet_template.with_droplet_agent === true
      const isUsed = (second: number) =>
        hasAgent &&
        members.some(({ period, history: own }) => isMember(period, second - secondsToMeasure) && own(second)?.status === 'active')
      const getTarget = (name: Target) => (second: number) => {
        const config = history(second)?.config
        const target = config && 'min_instances' in config ? config[name] : undefined
        return target === undefined ? undefined : target * 100
      }
      const getUse = (name: Target, fallback: number) => (second: number) =>
        isUsed(second) ? (getTarget(name)(second) ?? fallback) : undefined
      const facts = {
        members: (second: number) => members.filter(({ period }) => isMember(period, second)).length,
        wanted: (second: number) => {
          const { config, wanted: target } = history(second) ?? {}
          if (!config) return target
          return 'target_number_instances' in config ? config.target_number_instances : (target ?? config.min_instances)
        },
        cpuTarget: getTarget('target_cpu_utilization'),
        cpuGoal: getUse('target_cpu_utilization', 60),
        memoryTarget: getTarget('target_memory_utilization'),
        memoryGoal: getUse('target_memory_utilization', 50),
      }
      return { targets: [{ labels: { autoscale_pool_id: id }, isMeasured: (second) => history(second) !== undefined, facts }] }
    },
  },
}
