import type { ChatHandlers, MessagesHandlers, ResponsesHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const textGeneration: Family<ChatHandlers & MessagesHandlers & ResponsesHandlers> = { handlers }
