/** A load balancer as its measurements see it: what it listens for, who stands behind it, how much comes in. */
import type { Behavior } from '../../engine/call.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { listTargets } from '../load-balancers/index.ts'
import { findActivity } from './activity.ts'
import { findPast, type Past } from './past.ts'
import { replySeries, type Series } from './window.ts'

export interface Balancer {
  readonly id: string
  readonly value: Value
  readonly speaks: { readonly http: boolean; readonly tls: boolean; readonly tcp: boolean; readonly udp: boolean }
  readonly targets: readonly Target[]
  /** Undefined while it did not run. */
  readonly unitsAt: (second: number) => number | undefined
  readonly busyAt: (second: number, step: number) => number
  readonly healthyAt: (second: number) => number
}

export interface Target {
  readonly id: string
  readonly past: Past
}

export const isHealthy = ({ past }: Target, second: number) => past(second)?.['status'] === 'active'

/** HTTP requests a second, as far as there is a rule for them. */
export function requestsAt({ speaks, busyAt }: Balancer, second: number, step: number): number {
  return speaks.http ? 72 * busyAt(second, step) : 0
}

export const serveBalancer =
  (measure: (balancer: Balancer) => readonly Series[]): Behavior =>
  (call, world) =>
    replySeries(call, world, () => {
      const balancer = findBalancer(world, String(call.query['lb_id']))
      return balancer ? measure(balancer) : []
    })

/** One series with only the label that all have. */
export const serveOne = (digits: number, read: (balancer: Balancer, second: number, step: number) => number | undefined): Behavior =>
  serveBalancer((balancer) => [series(balancer, {}, digits, (second, step) => read(balancer, second, step))])

/** Nothing is measured before the load balancer runs. */
export function series(balancer: Balancer, labels: Readonly<Record<string, string>>, digits: number, at: Series['at']): Series {
  const whileRunning: Series['at'] = (second, step) => (balancer.unitsAt(second) === undefined ? undefined : at(second, step))
  return { labels: { lb_id: balancer.id, ...labels }, digits, at: whileRunning }
}

function findBalancer(world: World, id: string): Balancer | undefined {
  const balancer = world.engine.find('LoadBalancer', id)
  if (!balancer) return undefined
  const value = { ...balancer }
  const past = findPast(world, 'LoadBalancer', id)
  const targets = listTargets(world, balancer).map((target) => ({ id: String(target), past: findPast(world, 'Droplet', String(target)) }))
  const activity = findActivity(`load balancer ${id}`)
  return {
    id,
    value,
    speaks: readRules(value),
    targets,
    unitsAt: (second) => {
      const facts = past(second)
      return facts?.['status'] === 'active' ? Number(facts['units'] ?? 1) : undefined
    },
    busyAt: (second, step) => activity.mean(second - step, second),
    healthyAt: (second) => targets.filter((target) => isHealthy(target, second)).length,
  }
}

function readRules(value: Value): Balancer['speaks'] {
  const rules = Array.isArray(value['forwarding_rules']) ? value['forwarding_rules'].filter(isRecord) : []
  // Global load balancers have no rules of their own and speak HTTP.
  const isGlobal = value['type'] === 'GLOBAL'
  const has = (protocols: readonly string[], isPassed = false) =>
    rules.some(({ entry_protocol: entry, tls_passthrough: passes }) => protocols.includes(String(entry)) && (passes === true) === isPassed)
  return {
    http: isGlobal || has(['http', 'https', 'http2', 'http3']),
    tls: isGlobal || has(['https', 'http2', 'http3']),
    tcp: has(['tcp']) || has(['https', 'http2'], true),
    udp: has(['udp']),
  }
}
