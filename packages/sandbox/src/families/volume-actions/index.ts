import type { VolumeActionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const volumeActions: Family<VolumeActionsHandlers> = { handlers, jobs }
