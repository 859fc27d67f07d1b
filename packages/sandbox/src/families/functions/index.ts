import type { FunctionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export { findLast, parseTimetable } from './cron.ts'

export const functions: Family<FunctionsHandlers> = { handlers, hooks }
