import type { NfsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { accessPointsHandlers } from './access-points.handlers.ts'

export { startShareAction } from './action.ts'

export const nfs: Family<NfsHandlers> = { handlers: accessPointsHandlers, hooks }
