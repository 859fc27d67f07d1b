import type { ImageActionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const imageActions: Family<ImageActionsHandlers> = { handlers, jobs }
