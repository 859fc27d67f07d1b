import type { VpcsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'
import { createDefaultVpcs } from '../../shared/default-vpc.ts'

export { gatewaysOf } from './members.ts'

export const vpcs: Family<VpcsHandlers> = { handlers, hooks, seed: createDefaultVpcs }
