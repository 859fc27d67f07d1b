/** What other families and the server may use of this one. */
export { agentKey, storeReferences, parseReferences } from './agent-state.ts'
export { describeNested } from './describe-agent.ts'
export { findRouter } from './find-router.ts'
export { detachFromAgents } from './knowledge-bases.ts'
export { missing } from './parse-model.ts'
export { recordAgentAnswer } from './usage.ts'
