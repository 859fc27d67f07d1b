import type { DomainsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const domains: Family<DomainsHandlers> = { handlers }
