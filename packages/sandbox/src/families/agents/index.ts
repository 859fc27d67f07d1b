/** What other families and the server may use of this one. */
export { agentKey, keepReferences, readReferences } from './agent-state.ts'
export { describeNested } from './describe-agent.ts'
export { findRouter } from './find-router.ts'
export { detachFromAgents } from './knowledge-bases.ts'
export { missing } from './read-model.ts'
export { noteAgentAnswer } from './usage.ts'
