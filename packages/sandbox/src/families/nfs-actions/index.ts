import type { NfsActionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const nfsActions: Family<NfsActionsHandlers> = { handlers, jobs }
