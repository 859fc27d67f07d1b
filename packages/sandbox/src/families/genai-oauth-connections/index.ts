import type { GenaiOauthConnectionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const genaiOauthConnections: Family<GenaiOauthConnectionsHandlers> = { handlers }
