/** What happens between a load balancer and the droplets behind it. */
import type { Behaviors } from '../family.ts'
import { type Balancer, isHealthy, requestsAt, series, serveBalancer, serveOne, type Target } from './balancer.ts'
import { classes } from './load-balancer-frontend-metrics.ts'

/** Seconds; nothing to measure without a rule for HTTP or with nobody to answer. */
const seconds = (fast: number, slow: number) =>
  serveOne(4, (balancer, second, step) => {
    if (!balancer.speaks.http || balancer.healthyAt(second) === 0) return undefined
    return fast + (slow - fast) * balancer.busyAt(second, step)
  })

/** One series for each droplet behind it, as long as that is there. */
const each = (read: (balancer: Balancer, target: Target, second: number, step: number) => number) =>
  serveBalancer((balancer) =>
    balancer.targets.map((target) =>
      series(balancer, { droplet_id: target.id }, 0, (second, step) =>
        target.history(second) ? read(balancer, target, second, step) : undefined,
      ),
    ),
  )

const responses = serveBalancer((balancer) =>
  Object.entries(classes).map(([code, part]) =>
    series(balancer, { code }, 2, (second, step) => {
      if (balancer.healthyAt(second) === 0) return 0
      // Redirects to HTTPS are made by the load balancer itself.
      const own = code === '3xx' && balancer.value.redirect_http_to_https ? part / 2 : part
      return requestsAt(balancer, second, step) * own
    }),
  ),
)

export const balancedMetrics = {
  monitoring_loadBalancers_getDropletsHttpSessionDuration50p: seconds(1.4, 2.1),
  monitoring_loadBalancers_getDropletsHttpSessionDurationAvg: seconds(2.6, 4.2),
  monitoring_loadBalancers_getDropletsHttpSessionDuration95p: seconds(9.5, 14.8),
  monitoring_loadBalancers_getDropletsHttpResponseTime50p: seconds(0.018, 0.041),
  monitoring_loadBalancers_getDropletsHttpResponseTimeAvg: seconds(0.031, 0.074),
  monitoring_loadBalancers_getDropletsHttpResponseTime95p: seconds(0.11, 0.29),
  monitoring_loadBalancers_getDropletsHttpResponseTime99p: seconds(0.24, 0.71),
  monitoring_loadBalancers_getDropletsQueueSize: serveOne(0, (balancer, second, step) =>
    balancer.healthyAt(second) > 0 ? 0 : Math.floor(requestsAt(balancer, second, step) / 10),
  ),
  monitoring_loadBalancers_getDropletsHttpResponses: responses,
  monitoring_loadBalancers_getDropletsConnections: each((balancer, target, second, step) => {
    if (!isHealthy(target, second)) return 0
    const { tcp, udp } = balancer.speaks
    const all = requestsAt(balancer, second, step) * 1.4 + (tcp || udp ? 30 * balancer.busyAt(second, step) : 0)
    return Math.floor(all / balancer.healthyAt(second))
  }),
  monitoring_loadBalancers_getDropletsHealthChecks: each((_balancer, target, second) => (isHealthy(target, second) ? 1 : 0)),
  monitoring_loadBalancers_getDropletsDowntime: each((_balancer, target, second, step) => (isHealthy(target, second) ? 0 : step)),
} satisfies Behaviors
