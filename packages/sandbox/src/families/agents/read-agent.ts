/** Reads requests that make or change an agent: everything they name must exist and go together before anything is stored. */
import { findModelByUuid } from '../../catalogue/genai-models.ts'
import { genaiRegions } from '../../catalogue/genai-regions.ts'
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { describeNestedModel } from '../genai-models/index.ts'
import { type AgentReferences, noReferences } from './agent-state.ts'
import { fitSettings, missing, readId, readProviderKey, readWriter } from './read-model.ts'
import { readToolServers } from './read-tool-servers.ts'

export interface AgentPlan {
  readonly fields: Value
  readonly references: Partial<AgentReferences>
}

const defaults = {
  description: '',
  k: 10,
  max_tokens: 2048,
  temperature: 0.7,
  top_p: 0.9,
  retrieval_method: 'RETRIEVAL_METHOD_UNKNOWN',
  provide_citations: false,
  web_search_enabled: false,
  web_fetch_enabled: false,
}

const window = {
  starting_message: '',
  primary_color: '#1F4E5F',
  secondary_color: '#E8F1F2',
  button_background_color: '#1F4E5F',
  logo: '',
  allowed_domains: [],
}

/** @throws Failure 404, 422 */
export function planNewAgent(world: World, body: Value): AgentPlan {
  const { engine, clock } = world
  checkProject(world, body['project_id'])
  if (!genaiRegions.some(({ region, serves_inference: serves }) => region === body['region'] && serves))
    throw unprocessable(`region: agents cannot run in "${String(body['region'])}".`)
  const writer = readWriter(world, body)
  if (!writer) throw unprocessable('model_uuid: name a model, a model router or a router preset.')
  const providerKey = readProviderKey(world, body, writer)
  const workspace = readId(body, 'workspace_uuid')
  if (workspace !== undefined && !engine.find({ kind: 'AgentWorkspace', id: workspace }))
    throw missing('workspace_uuid', 'agent workspace', workspace)
  const bases = readKnowledgeBases(world, body['knowledge_base_uuid'], 'knowledge_base_uuid')
  const at = clock.stamp()
  const temperature = findModelByUuid(writer.model)?.settings.find(({ name }) => name === 'temperature')?.default_value
  const settings = fitSettings(writer, {
    ...defaults,
    ...(temperature !== undefined && { temperature }),
    ...pick(body, [
      'name',
      'description',
      'instruction',
      'reasoning_effort',
      'thinking_token_budget',
      'web_search_enabled',
      'web_fetch_enabled',
    ]),
  })
  return {
    fields: {
      ...settings,
      ...describeWriter(writer.model),
      project_id: body['project_id'],
      region: body['region'],
      tags: body['tags'] ?? [],
      mcp_servers: readToolServers(body['mcp_servers']),
      chatbot: { name: body['name'], ...window },
      conversation_logs_enabled: false,
      logging_config: { insights_enabled: false },
    },
    references: {
      ...noReferences,
      ...writer,
      ...(providerKey !== undefined && { providerKey }),
      ...(workspace !== undefined && { workspace }),
      knowledgeBases: bases.map((uuid) => ({ uuid, at })),
    },
  }
}

const plain = [
  'name',
  'description',
  'instruction',
  'k',
  'max_tokens',
  'temperature',
  'top_p',
  'reasoning_effort',
  'thinking_token_budget',
  'retrieval_method',
  'provide_citations',
  'web_search_enabled',
  'web_fetch_enabled',
]

/** @throws Failure 404, 422 */
export function planAgentUpdate(world: World, agent: Value, references: AgentReferences, body: Value): AgentPlan {
  const project = readId(body, 'project_id')
  if (project !== undefined) checkProject(world, project)
  const asked = readWriter(world, body)
  const writer = asked ?? references
  const providerKey = readProviderKey(world, body, writer, references.providerKey)
  const { chatbot } = agent
  return {
    fields: {
      ...fitSettings(writer, { ...pick(agent, plain), ...pick(body, plain) }),
      ...(asked && describeWriter(asked.model)),
      ...(project !== undefined && { project_id: project }),
      ...('tags' in body && { tags: body['tags'] ?? [] }),
      ...('allowed_domains' in body && { chatbot: { ...(isRecord(chatbot) && chatbot), allowed_domains: body['allowed_domains'] ?? [] } }),
      ...planServers(body),
      ...planLogs(world, agent, body),
    },
    references: {
      ...(asked && { model: undefined, router: undefined, preset: undefined, ...asked }),
      providerKey,
    } as Partial<AgentReferences>, // JSON drops what is undefined, which is how it is taken away
  }
}

/** An empty list changes nothing; taking all away has a switch of its own. */
function planServers(body: Value): Value {
  if (body['clear_mcp_servers'] === true) return { mcp_servers: [] }
  const servers = readToolServers(body['mcp_servers'])
  return servers.length === 0 ? {} : { mcp_servers: servers }
}

function planLogs({ clock }: World, agent: Value, body: Value): Value {
  const before = isRecord(agent['logging_config']) ? agent['logging_config'] : { insights_enabled: false }
  const logs = body['conversation_logs_enabled'] ?? agent['conversation_logs_enabled']
  const asked = body['agent_log_insights_enabled']
  if (asked === true && logs !== true) throw unprocessable('agent_log_insights_enabled: conversations must be kept to be analysed.')
  const insights = logs === true && (asked ?? before['insights_enabled']) === true
  const since = before['insights_enabled_at'] ?? clock.stamp()
  return {
    conversation_logs_enabled: logs,
    logging_config: insights ? { ...before, insights_enabled: true, insights_enabled_at: since } : { insights_enabled: false },
  }
}

function describeWriter(uuid: string | undefined): Value {
  const model = findModelByUuid(uuid)
  return { model: model && describeNestedModel(model) }
}

/** Each once. @throws Failure 404 */
export function readKnowledgeBases({ engine }: World, given: unknown, field: string): string[] {
  const uuids = [...new Set(Array.isArray(given) ? given.map((uuid) => String(uuid).toLowerCase()) : [])]
  for (const uuid of uuids) if (!engine.find({ kind: 'KnowledgeBase', id: uuid })) throw missing(field, 'knowledge base', uuid)
  return uuids
}

function checkProject({ engine }: World, id: unknown): void {
  if (!engine.find({ kind: 'Project', id: String(id) })) throw missing('project_id', 'project', id)
}

function pick(value: Value, names: readonly string[]): Value {
  return Object.fromEntries(
    names.flatMap((name) => (value[name] === undefined || value[name] === null ? [] : [[name, value[name]] as const])),
  )
}
