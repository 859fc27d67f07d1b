import type { SecretsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const secrets: Family<SecretsHandlers> = { handlers, jobs }
