import type { Family } from '../family.ts'
import { handlers, seed } from './handlers.ts'

export const account: Family = { handlers, seed }
