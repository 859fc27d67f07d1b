/** Metrics of an autoscale pool: current and target number of droplets, and the utilization that decides it. */
import { keyOf } from '../../engine/kinds.ts'
import { childPath } from '../../store/store.ts'
import { listPeriods, type PeriodOf } from '../../usage/journal.ts'
import type { Handlers } from '../family.ts'
import { findHistory, type History } from './history.ts'
import { listSeries, type Measures } from './window.ts'

interface Pool {
  readonly id: string
  readonly history: History<'DropletAutoscalePool'>
  readonly members: readonly PeriodOf<'DropletAutoscalePoolMember'>[]
  /** Droplets that were on at a time. */
  readonly working: (second: number) => number
  readonly hasAgent: boolean
}

type Read = (pool: Pool, second: number) => number | undefined

const serve =
  (digits: number, read: Read): Measures<{ readonly autoscale_pool_id: string }> =>
  ({ query }, ctx) =>
    listSeries(query, ctx, () => {
      const id = query.autoscale_pool_id
      const found = ctx.engine.find('DropletAutoscalePool', id)
      if (!found) return []
      const parent = childPath(keyOf('DropletAutoscalePool', id))
      const members = listPeriods(ctx.store, { kind: 'DropletAutoscalePoolMember', parent })
      const histories = members.map((member) => ({ member, history: findHistory(ctx, 'Droplet', member.id) }))
      const working = (second: number) =>
        histories.filter(({ member, history }) => isThere(member, second - secondsToMeasure) && history(second)?.status === 'active').length
      const hasAgent = found.droplet_template.with_droplet_agent === true
      const pool: Pool = { id, members, working, history: findHistory(ctx, 'DropletAutoscalePool', id), hasAgent }
      return [{ labels: { autoscale_pool_id: id }, digits, at: (second) => read(pool, second) }]
    })

/** Load is measured for the first time after five minutes. */
const secondsToMeasure = 300

const isThere = ({ from, to }: Pick<PeriodOf<'DropletAutoscalePoolMember'>, 'from' | 'to'>, second: number) =>
  from <= second * 1000 && second * 1000 < (to ?? Infinity)

const countMembers: Read = ({ members, history }, second) =>
  history(second) ? members.filter((member) => isThere(member, second)).length : undefined

const countWanted: Read = ({ history }, second) => {
  const { config, wanted } = history(second) ?? {}
  if (!config) return wanted
  return 'target_number_instances' in config ? config.target_number_instances : (wanted ?? config.min_instances)
}

type Target = 'target_cpu_utilization' | 'target_memory_utilization'

const targetOf =
  (name: Target): Read =>
  ({ history }, second) => {
    const config = history(second)?.config
    const target = config && 'min_instances' in config ? config[name] : undefined
    return target === undefined ? undefined : target * 100
  }

/** A steady load of 85 % of the target. */
const useOf =
  (name: Target, otherwise: number): Read =>
  (pool, second) => {
    if (!pool.hasAgent || pool.working(second) === 0) return undefined
    return (targetOf(name)(pool, second) ?? otherwise) * 0.85
  }

export const poolMetrics = {
  monitoring_autoscalePools_getCurrentInstances: serve(0, countMembers),
  monitoring_autoscalePools_getTargetInstances: serve(0, countWanted),
  monitoring_autoscalePools_getCurrentCpuUtilization: serve(1, useOf('target_cpu_utilization', 60)),
  monitoring_autoscalePools_getTargetCpuUtilization: serve(0, targetOf('target_cpu_utilization')),
  monitoring_autoscalePools_getCurrentMemoryUtilization: serve(1, useOf('target_memory_utilization', 50)),
  monitoring_autoscalePools_getTargetMemoryUtilization: serve(0, targetOf('target_memory_utilization')),
} satisfies Handlers
