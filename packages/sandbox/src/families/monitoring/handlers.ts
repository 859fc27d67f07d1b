/** Alert policies, which are kept and never sound, and everything about logs and measurements. */
import { appMetrics } from './app-metrics.ts'
import { databaseMetrics } from './database-metrics.ts'
import { dropletMetrics } from './droplet-metrics.ts'
import { loadBalancerMetrics } from './load-balancer-metrics.ts'
import { poolMetrics } from './pool-metrics.ts'
import type { Handlers } from '../family.ts'

export const handlers = { ...dropletMetrics, ...databaseMetrics, ...appMetrics, ...poolMetrics, ...loadBalancerMetrics } satisfies Handlers
