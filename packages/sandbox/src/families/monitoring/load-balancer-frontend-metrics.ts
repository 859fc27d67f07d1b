/** What happens between clients and a load balancer. */
import type { Behaviors } from '../family.ts'
import { type Balancer, requestsAt, series, serveBalancer, serveOne } from './balancer.ts'
import type { Series } from './window.ts'

const connectionsOfUnit = 10_000
const handshakesOfUnit = 250

/** Parts of all responses by the class of their status. */
export const classes = { '1xx': 0, '2xx': 0.93, '3xx': 0.05, '4xx': 0.019, '5xx': 0.001 } as const

const units = ({ unitsAt }: Balancer, second: number) => unitsAt(second) ?? 1

const connections = (balancer: Balancer, second: number, step: number) => {
  const { tcp, udp } = balancer.speaks
  const others = tcp || udp ? 30 * balancer.busyAt(second, step) : 0
  return Math.floor(Math.min(units(balancer, second) * connectionsOfUnit, requestsAt(balancer, second, step) * 2.2 + others))
}

const handshakes = (balancer: Balancer, second: number, step: number) =>
  balancer.speaks.tls ? Math.min(units(balancer, second) * handshakesOfUnit, requestsAt(balancer, second, step) * 0.2) : 0

const responses = (balancer: Balancer): Series[] =>
  Object.entries(classes).map(([code, part]) =>
    series(balancer, { code }, 2, (second, step) => {
      // With nobody healthy behind it, the load balancer answers 503 itself.
      const own = balancer.healthyAt(second) > 0 ? part : Number(code === '5xx')
      return requestsAt(balancer, second, step) * own
    }),
  )

/** Bytes a second in each direction, where there is a rule for it. */
const throughput = (protocol: 'http' | 'tcp' | 'udp', inbound: number, outbound: number) =>
  serveBalancer((balancer) =>
    Object.entries({ inbound, outbound }).map(([direction, most]) =>
      series(balancer, { direction }, 0, (second, step) => (balancer.speaks[protocol] ? most * balancer.busyAt(second, step) : 0)),
    ),
  )

const networkThroughput = (protocol: 'tcp' | 'udp', most: number) =>
  serveBalancer((balancer) => {
    if (balancer.value.type !== 'REGIONAL_NETWORK') return []
    return [series(balancer, {}, 0, (second, step) => (balancer.speaks[protocol] ? most * balancer.busyAt(second, step) : 0))]
  })

const dropped = (digits: number, most: number) =>
  serveOne(digits, ({ value: { firewall }, busyAt }, second, step) => {
    const hasRules = firewall.allow.length > 0 || firewall.deny.length > 0
    return hasRules ? most * busyAt(second, step) : 0
  })

export const frontendMetrics = {
  monitoring_loadBalancers_getFrontendConnectionsCurrent: serveOne(0, connections),
  monitoring_loadBalancers_getFrontendConnectionsLimit: serveOne(0, (balancer, second) => units(balancer, second) * connectionsOfUnit),
  monitoring_loadBalancers_getFrontendCpuUtilization: serveOne(
    1,
    (balancer, second, step) => 1.5 + (requestsAt(balancer, second, step) * (balancer.speaks.tls ? 0.35 : 0.2)) / units(balancer, second),
  ),
  monitoring_loadBalancers_getFrontendFirewallDroppedBytes: dropped(1, 260),
  monitoring_loadBalancers_getFrontendFirewallDroppedPackets: dropped(2, 4.3),
  monitoring_loadBalancers_getFrontendHttpResponses: serveBalancer(responses),
  monitoring_loadBalancers_getFrontendHttpRequestsPerSecond: serveOne(2, requestsAt),
  monitoring_loadBalancers_getFrontendNetworkThroughputHttp: throughput('http', 72_000, 3_100_000),
  monitoring_loadBalancers_getFrontendNetworkThroughputUdp: throughput('udp', 9_000, 11_000),
  monitoring_loadBalancers_getFrontendNetworkThroughputTcp: throughput('tcp', 42_000, 170_000),
  monitoring_loadBalancers_getFrontendNlbTcpNetworkThroughput: networkThroughput('tcp', 230_000),
  monitoring_loadBalancers_getFrontendNlbUdpNetworkThroughput: networkThroughput('udp', 4_000),
  monitoring_loadBalancers_getFrontendTlsConnectionsCurrent: serveOne(1, handshakes),
  monitoring_loadBalancers_getFrontendTlsConnectionsLimit: serveOne(0, (balancer, second) => units(balancer, second) * handshakesOfUnit),
  monitoring_loadBalancers_getFrontendTlsConnectionsExceedingRateLimit: serveOne(0, () => 0),
} satisfies Behaviors
