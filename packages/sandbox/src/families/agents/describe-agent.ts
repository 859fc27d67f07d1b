/** Agents as replies show them: short in lists, without attachments inside other objects, with everything when one is asked for. */
import { genaiGuardrails } from '../../catalogue/genai-guardrails.ts'
import { genaiModels } from '../../catalogue/genai-models.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { findProviderKey } from '../genai-provider-keys/index.ts'
import { describeNestedModel } from '../genai-models/index.ts'
import { findRouter } from './find-router.ts'
import { agentKey, type AgentReferences, type AgentRoute, findParents, readReferences } from './agent-state.ts'

const notInLists = new Set(['conversation_logs_enabled', 'logging_config'])

export function describeSummary(world: World, agent: Value): Value {
  const nested = describeNested(world, agent)
  return Object.fromEntries(Object.entries(nested).filter(([name]) => !notInLists.has(name)))
}

/** Without what belongs to it. */
export function describeNested(world: World, agent: Value): Value {
  const references = readReferences(world, agentKey(agent['uuid']))
  const router = findRouter(world, references)
  // Clients read the time of the route from every agent, child or not.
  return { ...agent, route_created_at: agent['created_at'], ...(router && { model_router: router }) }
}

export function describeAgent(world: World, key: Key): Value {
  const { engine } = world
  const agent = engine.get(key)
  const references = readReferences(world, key)
  const keys = engine.all({ kind: 'AgentApiKey', parent: under(key), order: 'newest' })
  const workspace = references.workspace === undefined ? undefined : engine.find({ kind: 'AgentWorkspace', id: references.workspace })
  return {
    ...describeNested(world, agent),
    api_keys: keys.map(({ uuid }) => ({
      api_key: maskSecret(String(engine.hidden({ kind: 'AgentApiKey', id: String(uuid), parent: under(key) })['ending'])),
    })),
    api_key_infos: keys,
    ...describeProviderKey(world, references),
    child_agents: references.routes.flatMap((route) => describeChild(world, route)),
    parent_agents: findParents(world, key.id).map((parent) => describeNested(world, parent)),
    functions: references.functions,
    guardrails: describeGuardrails(key.id, references),
    knowledge_bases: references.knowledgeBases.flatMap(({ uuid, at }) => {
      const found = engine.find({ kind: 'KnowledgeBase', id: uuid })
      return found ? [{ ...found, added_to_agent_at: at }] : []
    }),
    ...(workspace && { workspace }),
  }
}

export function describeChild(world: World, { uuid, child, name, ifCase, at, by }: AgentRoute): Value[] {
  const agent = world.engine.find(agentKey(child))
  if (!agent) return []
  const route = { if_case: ifCase, route_name: name, route_uuid: uuid, route_created_at: at, route_created_by: by }
  return [{ ...describeNested(world, agent), ...route }]
}

function describeGuardrails(agent: string, { guardrails }: AgentReferences): Value[] {
  return guardrails.flatMap(({ uuid, guardrail, priority, at, changed }) => {
    const entry = genaiGuardrails.find((each) => each.uuid === guardrail)
    if (!entry) return []
    const { uuid: guardrail_uuid, ...rest } = entry
    return [
      {
        uuid,
        guardrail_uuid,
        agent_uuid: agent,
        ...rest,
        priority,
        is_attached: true,
        is_default: false,
        created_at: at,
        updated_at: changed,
      },
    ]
  })
}

/** A key that was deleted since stays visible, so that one can see why the agent no longer answers. */
function describeProviderKey(world: World, { providerKey }: AgentReferences): Value {
  const found = providerKey === undefined ? undefined : findProviderKey(world, providerKey)
  if (!found) return {}
  const { provider, value } = found
  const { uuid, ...rest } = value
  const models = genaiModels.filter((model) => model.provider === provider).map(describeNestedModel)
  const field = provider === 'MODEL_PROVIDER_ANTHROPIC' ? 'anthropic_api_key' : 'openai_api_key'
  return {
    ...(value['deleted_at'] === undefined && { [field]: value }),
    model_provider_key: { api_key_uuid: uuid, ...rest, provider, models },
  }
}

/** All but the last four characters hidden. */
export function maskSecret(secret: string): string {
  return `${'*'.repeat(16)}${secret.slice(-4)}`
}
