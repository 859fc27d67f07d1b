import type { AgentsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export { agentKey, storeReferences, getReferences } from './agent-state.ts'
export { describeNested } from './agent-reply.ts'
export { detachFromAgents } from './knowledge-bases.ts'
export { referenceNotFound } from './model-choice.ts'
export { recordAgentUsage } from './usage.ts'

export const agents: Family<AgentsHandlers> = { handlers, hooks }
