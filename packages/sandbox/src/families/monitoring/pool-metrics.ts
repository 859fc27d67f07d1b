/** How many droplets an autoscale pool had and wanted, and the use that decides it. */
import type { Behavior } from '../../engine/call.ts'
import type { Value } from '../../engine/values.ts'
import { under } from '../../store/store.ts'
import { listPeriods, type Period } from '../../usage/journal.ts'
import { findActivity } from './activity.ts'
import { findPast, type Past } from './past.ts'
import { replySeries, type Series } from './window.ts'

interface Pool {
  readonly id: string
  readonly past: Past
  readonly members: readonly Period[]
  /** Of a moment, those that were on. */
  readonly working: (second: number) => number
  readonly hasAgent: boolean
}

type Read = (pool: Pool, second: number) => number | undefined

const serve =
  (digits: number, read: Read): Behavior =>
  (call, world) =>
    replySeries(call, world, () => {
      const id = String(call.query['autoscale_pool_id'])
      const found = world.engine.find({ kind: 'DropletAutoscalePool', id })
      if (!found) return []
      const members = listPeriods(world.store, { kind: 'DropletAutoscalePoolMember', parent: under({ kind: 'DropletAutoscalePool', id }) })
      const pasts = members.map((member) => ({ member, past: findPast(world, 'Droplet', member.id) }))
      const working = (second: number) =>
        pasts.filter(({ member, past }) => isThere(member, second - secondsToMeasure) && past(second)?.['status'] === 'active').length
      const { with_droplet_agent: agent } = found['droplet_template'] as Value
      const pool: Pool = { id, members, working, past: findPast(world, 'DropletAutoscalePool', id), hasAgent: agent === true }
      const series: Series = { labels: { autoscale_pool_id: id }, digits, at: (second) => read(pool, second) }
      return [series]
    })

/** Load is measured for the first time after five minutes. */
const secondsToMeasure = 300

const isThere = ({ from, to }: Period, second: number) => from <= second * 1000 && second * 1000 < (to ?? Infinity)

const configOf = ({ past }: Pool, second: number) => past(second)?.['config'] as Value | undefined

const countMembers: Read = ({ members, past }, second) =>
  past(second) ? members.filter((member) => isThere(member, second)).length : undefined

const wanted: Read = (pool, second) => {
  const config = configOf(pool, second)
  const count = config?.['target_number_instances'] ?? pool.past(second)?.['wanted'] ?? config?.['min_instances']
  return count === undefined ? undefined : Number(count)
}

type Target = 'target_cpu_utilization' | 'target_memory_utilization'

const targetOf =
  (name: Target): Read =>
  (pool, second) => {
    const target = configOf(pool, second)?.[name]
    return target === undefined ? undefined : Number(target) * 100
  }

/** A steady load a little under what the pool aims at, as its description shows it. */
const useOf =
  (name: Target, otherwise: number): Read =>
  (pool, second) => {
    if (!pool.hasAgent || pool.working(second) === 0) return undefined
    return (targetOf(name)(pool, second) ?? otherwise) * (0.8 + 0.1 * findActivity(`pool ${pool.id}`).at(second))
  }

export const poolMetrics: Readonly<Record<string, Behavior>> = {
  monitoring_get_droplet_autoscale_current_instances: serve(0, countMembers),
  monitoring_get_droplet_autoscale_target_instances: serve(0, wanted),
  monitoring_get_droplet_autoscale_current_cpu_utilization: serve(1, useOf('target_cpu_utilization', 60)),
  monitoring_get_droplet_autoscale_target_cpu_utilization: serve(0, targetOf('target_cpu_utilization')),
  monitoring_get_droplet_autoscale_current_memory_utilization: serve(1, useOf('target_memory_utilization', 50)),
  monitoring_get_droplet_autoscale_target_memory_utilization: serve(0, targetOf('target_memory_utilization')),
}
