/** Metrics of load balancers: constant while one runs, derived from its rules, size and droplets. */
import type { HooksByKind } from '../../engine/hooks.ts'
import type { MetricTarget } from '../../engine/metric-targets.ts'
import type { Kinds } from '../../generated/types.ts'
import { listTargets } from '../load-balancers/index.ts'
import { findHistory, type History } from './history.ts'

type LoadBalancer = Kinds['LoadBalancer']

const entryProtocols = { http: ['http', 'https', 'http2', 'http3'], tls: ['https', 'http2', 'http3'], tcp: ['tcp'], udp: ['udp'] }

/** A global load balancer has no rules and uses HTTP. */
function usesProtocol({ forwarding_rules: rules, type }: LoadBalancer, protocol: keyof typeof entryProtocols): boolean {
  if (type === 'GLOBAL' && (protocol === 'http' || protocol === 'tls')) return true
  return rules.some(({ entry_protocol: entry }) => entryProtocols[protocol].includes(entry))
}

const isHealthy = (history: History<'Droplet'>, second: number) => history(second)?.status === 'active'

export const loadBalancerMetrics: HooksByKind = {
  LoadBalancer: {
    metricTargets: (id, ctx, { part }) => {
      const balancer = ctx.engine.find('LoadBalancer', id)
      if (!balancer || (part === 'networkBalancers' && balancer.type !== 'REGIONAL_NETWORK')) return { targets: [] }
      const history = findHistory(ctx, 'LoadBalancer', id)
      const isMeasured = (second: number) => history(second)?.status === 'active'
      const droplets = listTargets(ctx, balancer).map((droplet) => ({
        id: String(droplet),
        history: findHistory(ctx, 'Droplet', String(droplet)),
      }))
      if (part === 'droplets') {
        const targets = droplets.map(({ id: droplet, history: own }): MetricTarget => {
          const healthy = (second: number) => Number(isHealthy(own, second))
          return {
            labels: { lb_id: id, droplet_id: droplet },
            isMeasured: (second) => isMeasured(second) && own(second) !== undefined,
            facts: { healthy, downSeconds: (second, step) => (1 - healthy(second)) * step },
          }
        })
        return { targets }
      }
      const [http, tls, tcp, udp] = (['http', 'tls', 'tcp', 'udp'] as const).map((protocol) => Number(usesProtocol(balancer, protocol)))
      const hasHealthy = (second: number) => droplets.some((droplet) => isHealthy(droplet.history, second))
      const target: MetricTarget = {
        labels: { lb_id: id },
        isMeasured,
        facts: {
          units: (second) => history(second)?.units ?? 1,
          http: () => http,
          tls: () => tls,
          tcp: () => tcp,
          udp: () => udp,
          healthy: (second) => Number(hasHealthy(second)),
          unhealthy: (second) => Number(!hasHealthy(second)),
          // Without HTTP or a healthy droplet there are no response times.
          responding: (second) => (http === 1 && hasHealthy(second) ? 1 : undefined),
        },
      }
      return { targets: [target] }
    },
  },
}
