import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { describeAgent, describeNested, describeSummary } from './describe-agent.ts'
import { apiKey } from './keys.ts'
import { detachFromParents } from './routes.ts'
import { version } from './versions.ts'

const agent: ResourceHooks<'Agent'> = {
  serialize: (value, _key, ctx) => describeAgent(ctx, value),
  listed: (value, _key, ctx, call) => (call?.operation.id === 'agents_list' ? describeSummary(ctx, value) : describeNested(ctx, value)),
  where: (usual, { query }) =>
    query['only_deployed'] === true ? [...usual, { field: 'deployment.status', equals: 'STATUS_RUNNING' }] : usual,
  related: ({ kind, id }) => [{ field: kind === 'AgentWorkspace' ? 'workspace' : 'providerKey', equals: id, hidden: true }],
  afterDelete: (_value, { id }, ctx) => detachFromParents(ctx, id),
}

export const hooks: HooksByKind = { Agent: agent, AgentApiKey: apiKey, AgentVersion: version }
