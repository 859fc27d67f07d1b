/** Replies about agents: a summary in lists, without attachments inside other objects, and complete for a single agent. */
import { genaiGuardrails } from '../../catalog/genai-guardrails.ts'
import { genaiModels } from '../../catalog/genai-models.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { childPath } from '../../store/store.ts'
import { findProviderKey } from '../genai-provider-keys/index.ts'
import { describeNestedModel } from '../genai-models/index.ts'
import { findRouter } from './agent-router.ts'
import { type Agent, agentKey, type AgentReferences, type AgentRoute, findParents, getReferences } from './agent-state.ts'

type AgentReply = DeepReadonly<Agent>

export function describeSummary(ctx: AccountContext, agent: Agent): AgentReply {
  const { conversation_logs_enabled: _, logging_config: __, ...summary } = describeNested(ctx, agent)
  return summary
}

/** Returns an agent without its attachments, as it appears inside other objects. */
export function describeNested(ctx: AccountContext, agent: Agent): AgentReply {
  const router = findRouter(ctx, getReferences(ctx, { id: agent.uuid }))
  // Clients read route_created_at of every agent, with or without a parent.
  return { ...agent, route_created_at: agent.created_at, ...(router && { model_router: router }) }
}

export function describeAgent(ctx: AccountContext, agent: Agent): AgentReply {
  const { engine } = ctx
  const { uuid: id } = agent
  const references = getReferences(ctx, { id })
  const parent = childPath(agentKey(id))
  const keys = engine.list('AgentApiKey', { parent, order: 'newest' })
  const workspace = references.workspace === undefined ? undefined : engine.find('AgentWorkspace', references.workspace)
  return {
    ...describeNested(ctx, agent),
    api_keys: engine.listHidden('AgentApiKey', { parent, order: 'newest' }).map(({ ending }) => ({ api_key: maskSecret(ending) })),
    api_key_infos: keys,
    ...describeProviderKey(ctx, references),
    child_agents: references.routes.flatMap((route) => describeChild(ctx, route)),
    parent_agents: findParents(ctx, id).map((each) => describeNested(ctx, each)),
    functions: references.functions,
    guardrails: describeGuardrails(id, references),
    knowledge_bases: references.knowledgeBases.flatMap(({ uuid, at }) => {
      const found = engine.find('KnowledgeBase', uuid)
      return found ? [{ ...found, added_to_agent_at: at }] : []
    }),
    ...(workspace && { workspace }),
  }
}

export function formatAgentReply(ctx: AccountContext, { id }: { readonly id: string }): { readonly agent: AgentReply } {
  return { agent: describeAgent(ctx, ctx.engine.get('Agent', id)) }
}

export function describeChild(ctx: AccountContext, { uuid, child, name, ifCase, at, by }: AgentRoute): AgentReply[] {
  const agent = ctx.engine.find('Agent', child)
  if (!agent) return []
  const route = { if_case: ifCase, route_name: name, route_uuid: uuid, route_created_at: at, route_created_by: by }
  return [{ ...describeNested(ctx, agent), ...route }]
}

function describeGuardrails(agent: string, { guardrails }: AgentReferences): NonNullable<AgentReply['guardrails']> {
  return guardrails.flatMap(({ uuid, guardrail, priority, at, changed }) => {
    const entry = genaiGuardrails.find((each) => each.uuid === guardrail)
    if (!entry) return []
    const ids = { uuid, guardrail_uuid: guardrail, agent_uuid: agent }
    return [{ ...entry, ...ids, priority, is_attached: true, is_default: false, created_at: at, updated_at: changed }]
  })
}

type ProviderKey = Pick<AgentReply, 'anthropic_api_key' | 'openai_api_key' | 'model_provider_key'>

/** Shows deleted keys too, as they explain why the agent no longer replies. */
function describeProviderKey(ctx: AccountContext, { providerKey }: AgentReferences): ProviderKey {
  const found = providerKey === undefined ? undefined : findProviderKey(ctx, providerKey)
  if (!found) return {}
  const { provider, value } = found
  const { uuid, ...rest } = value
  const models = genaiModels.filter((model) => model.provider === provider).map(describeNestedModel)
  const field = provider === 'MODEL_PROVIDER_ANTHROPIC' ? 'anthropic_api_key' : 'openai_api_key'
  return {
    ...(value.deleted_at === undefined && { [field]: value }),
    model_provider_key: { api_key_uuid: uuid, ...rest, provider, models },
  }
}

/** Replaces all but the last four characters with asterisks. */
export function maskSecret(secret: string): string {
  return `${'*'.repeat(16)}${secret.slice(-4)}`
}
