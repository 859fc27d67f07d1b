/** How a pool and its droplets are doing at this moment: read off the droplets, so that it is never out of date. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { listMembers, poolKey } from './members.ts'

/** Load is measured for the first time after five minutes. */
const secondsToMeasure = 300

export function describePool(world: World, pool: Value): Value {
  const members = listMembers(world, poolKey(pool['id'])).map((member) => describeMember(world, pool, member))
  const active = members.filter(({ status }) => status === 'active')
  const measured = active.flatMap(({ current_utilization: load }) => ('cpu' in load ? [load] : []))
  const mean = (name: 'cpu' | 'memory') => round(measured.reduce((sum, load) => sum + load[name], 0) / measured.length)
  return {
    ...pool,
    ...(measured.length > 0 && { current_utilization: { memory: mean('memory'), cpu: mean('cpu') } }),
    active_resources_count: active.length,
  }
}

interface Load {
  readonly cpu: number
  readonly memory: number
}

interface MemberDescription extends Value {
  readonly status: string
  readonly current_utilization: Load | Record<string, never>
}

export function describeMember(world: World, pool: Value, member: Value): MemberDescription {
  const droplet = world.engine.find({ kind: 'Droplet', id: String(member['droplet_id']) })
  const since = Date.parse(String(member['created_at']))
  const age = Math.max(0, world.clock.now() - since)
  const status = statusOf(pool, droplet)
  const reason = reasons[status === 'deleting' && droplet ? '' : status]
  return {
    ...member,
    updated_at: `${new Date(since + Math.floor(age / 60_000) * 60_000).toISOString().slice(0, 19)}Z`,
    health_status: reason === undefined ? 'healthy' : 'unhealthy',
    ...(reason !== undefined && { unhealthy_reason: reason }),
    status,
    current_utilization: status === 'active' && age >= secondsToMeasure * 1000 ? loadOf(pool, Number(member['droplet_id'])) : {},
  }
}

const reasons: Readonly<Record<string, string>> = { off: 'The droplet is powered off.', deleting: 'The droplet was deleted.' }

function statusOf(pool: Value, droplet: Value | undefined): string {
  if (!droplet || pool['status'] === 'deleting') return 'deleting'
  return { new: 'provisioning', active: 'active' }[String(droplet['status'])] ?? 'off'
}

/** Nothing runs on the droplets: a steady load a little under what the pool aims at, different for each. Without the agent none is known. */
function loadOf({ config, droplet_template: template }: Value, id: number): Load | Record<string, never> {
  if ((template as Value)['with_droplet_agent'] !== true) return {}
  const { target_cpu_utilization: cpu = 0.6, target_memory_utilization: memory = 0.5 } = config as Value
  const part = 0.8 + ((id * 7) % 11) / 100
  return { cpu: round(Number(cpu) * part), memory: round(Number(memory) * part) }
}

function round(share: number): number {
  return Math.round(share * 100) / 100
}
