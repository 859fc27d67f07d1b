/** Metrics of load balancers: constant while one runs, by its rules, its size and the droplets behind it. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { listTargets } from '../load-balancers/index.ts'
import type { Handlers } from '../family.ts'
import { findHistory, type History } from './history.ts'
import { listSeries, type Measures, type Series } from './window.ts'

interface Balancer {
  readonly id: string
  readonly value: Kinds['LoadBalancer']
  readonly targets: readonly Target[]
  /** Undefined while it does not run. */
  readonly unitsAt: (second: number) => number | undefined
}

interface Target {
  readonly id: string
  readonly history: History<'Droplet'>
}

type Read = (balancer: Balancer, second: number) => number | undefined

const requestsPerSecond = 50
/** Parts of all responses by the class of their status. */
const classes = { '1xx': 0, '2xx': 0.95, '3xx': 0.03, '4xx': 0.02, '5xx': 0 } as const

const isHealthy = ({ history }: Target, second: number) => history(second)?.status === 'active'
const hasHealthy: (balancer: Balancer, second: number) => boolean = ({ targets }, second) => targets.some((each) => isHealthy(each, second))

/** A global load balancer has no rules of its own and speaks HTTP. */
function speaks({ value: { forwarding_rules: rules, type } }: Balancer, protocol: 'http' | 'tcp' | 'udp' | 'tls'): boolean {
  const protocols = { http: ['http', 'https', 'http2', 'http3'], tls: ['https', 'http2', 'http3'], tcp: ['tcp'], udp: ['udp'] }[protocol]
  return (
    (type === 'GLOBAL' && (protocol === 'http' || protocol === 'tls')) ||
    rules.some(({ entry_protocol: entry }) => protocols.includes(entry))
  )
}

const requestsOf = (balancer: Balancer) => (speaks(balancer, 'http') ? requestsPerSecond : 0)

const serve =
  (list: (balancer: Balancer) => readonly Series[]): Measures<{ readonly lb_id: string }> =>
  ({ query }, ctx) =>
    listSeries(query, ctx, () => {
      const balancer = findBalancer(ctx, query.lb_id)
      return balancer ? list(balancer) : []
    })

function findBalancer(ctx: AccountContext, id: string): Balancer | undefined {
  const value = ctx.engine.find('LoadBalancer', id)
  if (!value) return undefined
  const history = findHistory(ctx, 'LoadBalancer', id)
  const targets = listTargets(ctx, value).map((target) => ({
    id: String(target),
    history: findHistory(ctx, 'Droplet', String(target)),
  }))
  const unitsAt = (second: number) => {
    const facts = history(second)
    return facts?.status === 'active' ? facts.units : undefined
  }
  return { id, value, targets, unitsAt }
}

function buildSeries(balancer: Balancer, labels: Readonly<Record<string, string>>, read: Read): Series {
  const at: Series['at'] = (second) => (balancer.unitsAt(second) === undefined ? undefined : read(balancer, second))
  return { labels: { lb_id: balancer.id, ...labels }, digits: 3, at }
}

/** Series without labels. */
const one = (read: Read) => serve((balancer) => [buildSeries(balancer, {}, read)])

const perUnit = (count: number) => one(({ unitsAt }, second) => (unitsAt(second) ?? 1) * count)

/** Without a healthy droplet the load balancer answers 503 itself, and the droplets answer nothing. */
const responses = (isFrontend: boolean) =>
  serve((balancer) =>
    Object.entries(classes).map(([code, part]) =>
      buildSeries(balancer, { code }, (_, second) => {
        const share = hasHealthy(balancer, second) ? part : Number(isFrontend && code === '5xx')
        return requestsOf(balancer) * share
      }),
    ),
  )

const throughput = (protocol: 'http' | 'tcp' | 'udp') =>
  serve((balancer) =>
    ['inbound', 'outbound'].map((direction) => buildSeries(balancer, { direction }, () => (speaks(balancer, protocol) ? 50_000 : 0))),
  )

const networkThroughput = (protocol: 'tcp' | 'udp') =>
  serve((balancer) =>
    balancer.value.type === 'REGIONAL_NETWORK' ? [buildSeries(balancer, {}, () => (speaks(balancer, protocol) ? 50_000 : 0))] : [],
  )

/** Response time in seconds; none without HTTP or a healthy droplet. */
const duration = (seconds: number) =>
  one((balancer, second) => (speaks(balancer, 'http') && hasHealthy(balancer, second) ? seconds : undefined))

/** Series of each droplet behind it, while the droplet exists. */
const perDroplet = (read: (isUp: boolean, step: number) => number) =>
  serve((balancer) =>
    balancer.targets.map((target) => {
      const { labels, digits } = buildSeries(balancer, { droplet_id: target.id }, () => 0)
      const at: Series['at'] = (second, step) =>
        balancer.unitsAt(second) !== undefined && target.history(second) ? read(isHealthy(target, second), step) : undefined
      return { labels, digits, at }
    }),
  )

export const loadBalancerMetrics = {
  monitoring_loadBalancers_getFrontendConnectionsCurrent: one(() => 100),
  monitoring_loadBalancers_getFrontendConnectionsLimit: perUnit(10_000),
  monitoring_loadBalancers_getFrontendCpuUtilization: one(() => 10),
  monitoring_loadBalancers_getFrontendFirewallDroppedBytes: one(() => 0),
  monitoring_loadBalancers_getFrontendFirewallDroppedPackets: one(() => 0),
  monitoring_loadBalancers_getFrontendHttpResponses: responses(true),
  monitoring_loadBalancers_getFrontendHttpRequestsPerSecond: one(requestsOf),
  monitoring_loadBalancers_getFrontendNetworkThroughputHttp: throughput('http'),
  monitoring_loadBalancers_getFrontendNetworkThroughputUdp: throughput('udp'),
  monitoring_loadBalancers_getFrontendNetworkThroughputTcp: throughput('tcp'),
  monitoring_loadBalancers_getFrontendNlbTcpNetworkThroughput: networkThroughput('tcp'),
  monitoring_loadBalancers_getFrontendNlbUdpNetworkThroughput: networkThroughput('udp'),
  monitoring_loadBalancers_getFrontendTlsConnectionsCurrent: one((balancer) => (speaks(balancer, 'tls') ? 10 : 0)),
  monitoring_loadBalancers_getFrontendTlsConnectionsLimit: perUnit(250),
  monitoring_loadBalancers_getFrontendTlsConnectionsExceedingRateLimit: one(() => 0),
  monitoring_loadBalancers_getDropletsHttpSessionDuration50p: duration(1),
  monitoring_loadBalancers_getDropletsHttpSessionDurationAvg: duration(2),
  monitoring_loadBalancers_getDropletsHttpSessionDuration95p: duration(10),
  monitoring_loadBalancers_getDropletsHttpResponseTime50p: duration(0.02),
  monitoring_loadBalancers_getDropletsHttpResponseTimeAvg: duration(0.05),
  monitoring_loadBalancers_getDropletsHttpResponseTime95p: duration(0.2),
  monitoring_loadBalancers_getDropletsHttpResponseTime99p: duration(0.5),
  monitoring_loadBalancers_getDropletsQueueSize: one(() => 0),
  monitoring_loadBalancers_getDropletsHttpResponses: responses(false),
  monitoring_loadBalancers_getDropletsConnections: perDroplet((isUp) => (isUp ? 50 : 0)),
  monitoring_loadBalancers_getDropletsHealthChecks: perDroplet(Number),
  monitoring_loadBalancers_getDropletsDowntime: perDroplet((isUp, step) => (isUp ? 0 : step)),
} satisfies Handlers
