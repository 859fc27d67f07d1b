import type { AgentInferenceHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const agentInference: Family<AgentInferenceHandlers> = { handlers }
