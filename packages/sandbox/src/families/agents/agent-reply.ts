/** Agents as replies show them: short in lists, without attachments inside other objects, with everything when one is asked for. */
import { genaiGuardrails } from '../../catalog/genai-guardrails.ts'
import { genaiModels } from '../../catalog/genai-models.ts'
import type { Sent } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { childPath } from '../../store/store.ts'
import { findProviderKey } from '../genai-provider-keys/index.ts'
import { describeNestedModel } from '../genai-models/index.ts'
import { findRouter } from './agent-router.ts'
import { type Agent, agentKey, type AgentReferences, type AgentRoute, findParents, getReferences } from './agent-state.ts'

type AgentReply = Sent<Agent>

export function describeSummary(ctx: AccountContext, agent: Agent): AgentReply {
  const { conversation_logs_enabled: _, logging_config: __, ...summary } = describeNested(ctx, agent)
  return summary
}

/** Without what belongs to it. */
export function describeNested(ctx: AccountContext, agent: Agent): AgentReply {
  const router = findRouter(ctx, getReferences(ctx, { id: agent.uuid }))
  // Clients read the time of the route from every agent, child or not.
  return { ...agent, route_created_at: agent.created_at, ...(router && { model_router: router }) }
}

export function describeAgent(ctx: AccountContext, agent: Agent): AgentReply {
  const { engine } = ctx
  const { uuid: id } = agent
  const references = getReferences(ctx, { id })
  const parent = childPath(agentKey(id))
  const keys = engine.all('AgentApiKey', { parent, order: 'newest' })
  const workspace = references.workspace === undefined ? undefined : engine.find('AgentWorkspace', references.workspace)
  return {
    ...describeNested(ctx, agent),
    api_keys: engine.allHidden('AgentApiKey', { parent, order: 'newest' }).map(({ ending }) => ({ api_key: maskSecret(ending) })),
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

/** As replies hold it once it was changed. */
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

/** A key that was deleted since stays visible, so that one can see why the agent no longer answers. */
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

/** All but the last four characters hidden. */
export function maskSecret(secret: string): string {
  return `${'*'.repeat(16)}${secret.slice(-4)}`
}
