import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const domains: Family = { handlers }
