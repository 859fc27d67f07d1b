/** A load balancer as its measurements see it: what it listens for, who stands behind it, how much comes in. */
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { listTargets } from '../load-balancers/index.ts'
import { findActivity } from './activity.ts'
import { findHistory, type History } from './history.ts'
import { listSeries, type Measures, type Series } from './window.ts'

export interface Balancer {
  readonly id: string
  readonly value: Kinds['LoadBalancer']
  readonly speaks: { readonly http: boolean; readonly tls: boolean; readonly tcp: boolean; readonly udp: boolean }
  readonly targets: readonly Target[]
  /** Undefined while it did not run. */
  readonly unitsAt: (second: number) => number | undefined
  readonly busyAt: (second: number, step: number) => number
  readonly healthyAt: (second: number) => number
}

export interface Target {
  readonly id: string
  readonly history: History<'Droplet'>
}

export const isHealthy = ({ history }: Target, second: number) => history(second)?.status === 'active'

/** HTTP requests a second, as far as there is a rule for them. */
export function requestsAt({ speaks, busyAt }: Balancer, second: number, step: number): number {
  return speaks.http ? 72 * busyAt(second, step) : 0
}

type OfBalancer = Measures<{ readonly lb_id: string }>

export const serveBalancer =
  (measure: (balancer: Balancer) => readonly Series[]): OfBalancer =>
  ({ query }, world) =>
    listSeries(query, world, () => {
      const balancer = findBalancer(world, query.lb_id)
      return balancer ? measure(balancer) : []
    })

/** One series with only the label that all have. */
export const serveOne = (digits: number, read: (balancer: Balancer, second: number, step: number) => number | undefined): OfBalancer =>
  serveBalancer((balancer) => [series(balancer, {}, digits, (second, step) => read(balancer, second, step))])

/** Nothing is measured before the load balancer runs. */
export function series(balancer: Balancer, labels: Readonly<Record<string, string>>, digits: number, at: Series['at']): Series {
  const whileRunning: Series['at'] = (second, step) => (balancer.unitsAt(second) === undefined ? undefined : at(second, step))
  return { labels: { lb_id: balancer.id, ...labels }, digits, at: whileRunning }
}

function findBalancer(world: World, id: string): Balancer | undefined {
  const value = world.engine.find('LoadBalancer', id)
  if (!value) return undefined
  const history = findHistory(world, 'LoadBalancer', id)
  const targets = listTargets(world, value)
    .map(String)
    .map((target) => ({ id: target, history: findHistory(world, 'Droplet', target) }))
  const activity = findActivity(`load balancer ${id}`)
  return {
    id,
    value,
    speaks: readRules(value),
    targets,
    unitsAt: (second) => {
      const facts = history(second)
      return facts?.status === 'active' ? facts.units : undefined
    },
    busyAt: (second, step) => activity.mean(second - step, second),
    healthyAt: (second) => targets.filter((target) => isHealthy(target, second)).length,
  }
}

function readRules({ forwarding_rules: rules, type }: Kinds['LoadBalancer']): Balancer['speaks'] {
  // Global load balancers have no rules of their own and speak HTTP.
  const isGlobal = type === 'GLOBAL'
  const has = (protocols: readonly string[], isPassed = false) =>
    rules.some(({ entry_protocol: entry, tls_passthrough: passes = false }) => protocols.includes(entry) && passes === isPassed)
  return {
    http: isGlobal || has(['http', 'https', 'http2', 'http3']),
    tls: isGlobal || has(['https', 'http2', 'http3']),
    tcp: has(['tcp']) || has(['https', 'http2'], true),
    udp: has(['udp']),
  }
}
