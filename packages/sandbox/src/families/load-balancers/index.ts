import type { LoadBalancersHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export { listTargets } from './targets.ts'

export const loadBalancers: Family<LoadBalancersHandlers> = { handlers, hooks }
