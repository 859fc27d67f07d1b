import type { DropletActionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const dropletActions: Family<DropletActionsHandlers> = { handlers, jobs }
