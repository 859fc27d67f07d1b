import type { OauthHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers, jobs } from './handlers.ts'

export const oauth: Family<OauthHandlers> = { handlers, jobs }
