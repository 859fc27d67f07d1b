/** Present state of a pool and its members, computed from the droplets. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { listMembers } from './members.ts'

type Pool = Kinds['DropletAutoscalePool']
type Member = Kinds['DropletAutoscalePoolMember']

/** Load is measured for the first time after five minutes. */
const secondsToMeasure = 300

export function describePool(ctx: AccountContext, pool: Pool): Pool {
  const members = listMembers(ctx, pool.id).map((member) => describeMember(ctx, pool, member))
  const active = members.filter(({ status }) => status === 'active')
  const measured = active.map(({ current_utilization: load }) => load).filter(({ cpu }) => cpu !== undefined)
  const mean = (name: 'cpu' | 'memory') => round(measured.reduce((sum, load) => sum + (load[name] ?? 0), 0) / measured.length)
  return {
    ...pool,
    ...(measured.length > 0 && { current_utilization: { memory: mean('memory'), cpu: mean('cpu') } }),
    active_resources_count: active.length,
  }
}

export function describeMember(ctx: AccountContext, pool: Pool, member: Member): Member {
  const droplet = ctx.engine.find('Droplet', member.droplet_id)
  const since = Date.parse(member.created_at)
  const age = Math.max(0, ctx.clock.now() - since)
  const status = statusOf(pool, droplet)
  const reason = reasons[status === 'deleting' && droplet ? '' : status]
  return {
    ...member,
    updated_at: formatTimestamp(since + Math.floor(age / 60_000) * 60_000),
    health_status: reason === undefined ? 'healthy' : 'unhealthy',
    ...(reason !== undefined && { unhealthy_reason: reason }),
    status,
    current_utilization: status === 'active' && age >= secondsToMeasure * 1000 ? loadOf(pool, member.droplet_id) : {},
  }
}

const reasons: Readonly<Record<string, string>> = { off: 'The droplet is powered off.', deleting: 'The droplet was deleted.' }

function statusOf(pool: Pool, droplet: Kinds['Droplet'] | undefined): Member['status'] {
  if (!droplet || pool.status === 'deleting') return 'deleting'
  if (droplet.status === 'new') return 'provisioning'
  return droplet.status === 'active' ? 'active' : 'off'
}

/** Utilization of a droplet: constant, a little below the target, and different for each. Unknown without the agent. */
function loadOf({ config, droplet_template: template }: Pool, id: number): Member['current_utilization'] {
  if (!template.with_droplet_agent) return {}
  const { target_cpu_utilization: cpu = 0.6, target_memory_utilization: memory = 0.5 } = 'min_instances' in config ? config : {}
  const part = 0.8 + ((id * 7) % 11) / 100
  return { cpu: round(cpu * part), memory: round(memory * part) }
}

function round(share: number): number {
  return Math.round(share * 100) / 100
}
