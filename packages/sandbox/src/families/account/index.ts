import type { AccountHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers, seed } from './handlers.ts'

export const account: Family<AccountHandlers> = { handlers, seed }
