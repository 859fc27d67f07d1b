import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { describeAgent, describeNested, describeSummary } from './agent-reply.ts'
import { detachFromParents } from './routes.ts'
import { revokeSecret } from '../../shared/inference-secrets.ts'
import { parentKey } from '../../store/store.ts'
import { getVersionState, listAttachments, hasDeletedAttachment, hasRouterAndKey } from './versions.ts'

const version: ResourceHooks<'AgentVersion'> = {
  serialize: (value, { parent = '' }, ctx) => {
    const { references } = getVersionState(ctx, parent, value.version_hash)
    const attachments = listAttachments(ctx, references, value)
    return {
      ...value,
      ...attachments,
      can_rollback: !hasDeletedAttachment(attachments) && hasRouterAndKey(ctx, references),
      currently_applied: value.version_hash === ctx.engine.get('Agent', parentKey(parent)?.id ?? '').version_hash,
    }
  },
}

const apiKey: ResourceHooks<'AgentApiKey'> = { afterDelete: (_value, _key, ctx, { hash }) => revokeSecret(ctx, hash) }

const agent: ResourceHooks<'Agent'> = {
  serialize: (value, _key, ctx, { isList, call }) => {
    if (!isList) return describeAgent(ctx, value)
    return call?.operation.id === 'agents_list' ? describeSummary(ctx, value) : describeNested(ctx, value)
  },
  listQuery: ({ query }, _ctx, { filters, relatedTo }) => ({
    where: query['only_deployed'] === true ? [...filters, { field: 'deployment.status', equals: 'STATUS_RUNNING' }] : filters,
    ...(relatedTo && {
      related: [{ field: relatedTo.kind === 'AgentWorkspace' ? 'workspace' : 'providerKey', equals: relatedTo.id, hidden: true }],
    }),
  }),
  afterDelete: (_value, { id }, ctx) => detachFromParents(ctx, id),
}

export const hooks: HooksByKind = { Agent: agent, AgentApiKey: apiKey, AgentVersion: version }
