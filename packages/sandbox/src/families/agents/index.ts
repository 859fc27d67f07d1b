import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'

export { agentKey, storeReferences, parseReferences } from './agent-state.ts'
export { describeNested } from './describe-agent.ts'
export { findRouter } from './find-router.ts'
export { detachFromAgents } from './knowledge-bases.ts'
export { missing } from './parse-model.ts'
export { recordAgentAnswer } from './usage.ts'

export const agents: Family = { handlers, hooks, jobs }
