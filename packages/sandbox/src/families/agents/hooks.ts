import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { Call } from '../../engine/call.ts'
import { parseAgentUpdate, parseNewAgent } from './agent-input.ts'
import { buildHiddenFields, getReferences, noReferences } from './agent-state.ts'
import { agentApiKey } from './api-keys.ts'
import { createDeployment, onEnter } from './deployments.ts'
import { detachFunction, updateFunction } from './functions.ts'
import { attachGuardrails, detachGuardrail } from './guardrails.ts'
import { attachKnowledgeBase, attachKnowledgeBases, detachKnowledgeBase } from './knowledge-bases.ts'
import { describeAgent, describeNested, describeSummary } from './agent-reply.ts'
import { detachFromParents } from './routes.ts'
import { parentKey } from '../../store/store.ts'
import { getVersionState, findRollbackFault, listAttachments, changeAgent, recordVersion } from './versions.ts'

const version: ResourceHooks<'AgentVersion'> = {
  serialize: (value, { parent = '' }, ctx) => {
    const { references } = getVersionState(ctx, parent, value.version_hash)
    const attachments = listAttachments(ctx, references, value)
    const agentUuid = parentKey(parent)?.id ?? ''
    return {
      ...value,
      ...attachments,
      can_rollback: findRollbackFault(ctx, agentUuid, references, attachments) === undefined,
      currently_applied: value.version_hash === ctx.engine.get('Agent', agentUuid).version_hash,
    }
  },
}

const agent: ResourceHooks<'Agent'> = {
  onEnter,
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
  parseCreate: ({ body }: Call<'agents_create'>, ctx) => {
    const { clock, ids, owner } = ctx
    const { fields, references } = parseNewAgent(ctx, body)
    const timestamp = clock.timestamp()
    // One write: instructions may be long, and each change writes the whole agent.
    return {
      fields: {
        ...fields,
        deployment: createDeployment(ctx, body.name),
        user_id: String(owner.number),
        created_at: timestamp,
        updated_at: timestamp,
        version_hash: ids.hex(64, 'AgentVersion'),
      },
      hidden: buildHiddenFields({ ...noReferences, ...references }),
    }
  },
  afterCreate: (value, key, ctx) => {
    recordVersion(ctx, value, 'create', getReferences(ctx, key))
  },
  parseUpdate: ({ body }: Call<'agents_update'>, ctx, before, key) => {
    changeAgent(ctx, key, 'update', parseAgentUpdate(ctx, before, getReferences(ctx, key), body))
    return {}
  },
  operations: {
    agents_functions_update: updateFunction,
    agents_functions_detach: detachFunction,
    agents_guardrails_attach: attachGuardrails,
    agents_guardrails_detach: detachGuardrail,
    agents_knowledgeBases_attachMany: attachKnowledgeBases,
    agents_knowledgeBases_attach: attachKnowledgeBase,
    agents_knowledgeBases_detach: detachKnowledgeBase,
  },
  afterDelete: (_value, { id }, ctx) => detachFromParents(ctx, id),
}

export const hooks: HooksByKind = { Agent: agent, AgentApiKey: agentApiKey, AgentVersion: version }
