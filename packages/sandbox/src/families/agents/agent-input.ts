/** Input of the create and update requests of agents. All references are checked before anything is stored. */
import { findModelByUuid } from '../../catalog/genai-models.ts'
import { genaiRegions } from '../../catalog/genai-regions.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Changes, CreateInput } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { describeNestedModel } from '../genai-models/index.ts'
import { type Agent, type AgentReferences, noReferences } from './agent-state.ts'
import { normalizeSettings, chooseProviderKey, findModelChoice } from './model-choice.ts'
import { parseToolServers } from './tool-servers.ts'

type NewAgent = Operations['agents_create']['body']
type AgentUpdate = Operations['agents_update']['body']

export interface AgentInput<Fields = Changes<Agent>> {
  readonly fields: Fields
  readonly references: Partial<AgentReferences>
}

type NewAgentFields = Omit<CreateInput<'Agent'>, 'deployment' | 'user_id' | 'version_hash'>

const defaults = {
  instruction: '',
  description: '',
  k: 10,
  max_tokens: 2048,
  temperature: 0.7,
  top_p: 0.9,
  retrieval_method: 'RETRIEVAL_METHOD_UNKNOWN',
  provide_citations: false,
  web_search_enabled: false,
  web_fetch_enabled: false,
} as const

const chatbotDefaults = {
  starting_message: '',
  primary_color: '#1F4E5F',
  secondary_color: '#E8F1F2',
  button_background_color: '#1F4E5F',
  logo: '',
  allowed_domains: [],
}

/** @throws Failure 404, 422 */
export function parseNewAgent(ctx: AccountContext, body: NewAgent): AgentInput<NewAgentFields> {
  const { clock } = ctx
  const { name, project_id, region, workspace_uuid: workspace } = body
  if (!genaiRegions.some((each) => each.region === region && each.serves_inference))
    throw unprocessable(`region: agents cannot run in "${region}".`)
  const choice = findModelChoice(ctx, body)
  if (!choice) throw unprocessable('model_uuid: name a model, a model router or a router preset.')
  const providerKey = chooseProviderKey(ctx, body, choice)
  const bases = normalizeIds(body.knowledge_base_uuid)
  const at = clock.timestamp()
  const temperature = findModelByUuid(choice.model)?.settings.find((setting) => setting.name === 'temperature')?.default_value
  return {
    fields: {
      ...normalizeSettings(choice, { ...defaults, ...(temperature !== undefined && { temperature }), ...pickSettings(body), name }),
      ...describeModelChoice(choice.model),
      project_id,
      region,
      url: '',
      chatbot_identifiers: [],
      tags: body.tags ?? [],
      mcp_servers: parseToolServers(body.mcp_servers),
      chatbot: { name, ...chatbotDefaults },
      conversation_logs_enabled: false,
      logging_config: { insights_enabled: false },
    },
    references: {
      ...noReferences,
      ...choice,
      providerKey,
      ...(workspace && { workspace }),
      knowledgeBases: bases.map((uuid) => ({ uuid, at })),
    },
  }
}

/** @throws Failure 404, 422 */
export function parseAgentUpdate(ctx: AccountContext, agent: Agent, references: AgentReferences, body: AgentUpdate): AgentInput {
  const { project_id: project } = body
  const newChoice = findModelChoice(ctx, body)
  const choice = newChoice ?? references
  const providerKey = chooseProviderKey(ctx, body, choice, references.providerKey)
  return {
    fields: {
      ...normalizeSettings(choice, { ...pickSettings(agent), ...pickSettings(body) }),
      ...(newChoice && describeModelChoice(newChoice.model)),
      ...(project && { project_id: project }),
      ...(body.tags !== undefined && { tags: body.tags ?? [] }),
      ...(body.allowed_domains !== undefined && { chatbot: { ...agent.chatbot, allowed_domains: body.allowed_domains ?? [] } }),
      ...parseToolServerUpdate(body),
      ...parseLoggingUpdate(ctx, agent, body),
    },
    // JSON drops undefined fields, which removes the reference.
    references: { ...(newChoice && { model: undefined, router: undefined, preset: undefined, ...newChoice }), providerKey },
  }
}

const settingNames = [
  ...(['name', 'description', 'instruction', 'k', 'max_tokens', 'temperature', 'top_p', 'reasoning_effort'] as const),
  ...(['thinking_token_budget', 'retrieval_method', 'provide_citations', 'web_search_enabled', 'web_fetch_enabled'] as const),
] as const

type SettingName = (typeof settingNames)[number]

/** Returns the settings that are neither undefined nor null. */
function pickSettings<T extends object>(value: T): { [Name in SettingName & keyof T]?: NonNullable<T[Name]> } {
  const settings = new Map<string, unknown>(Object.entries(value))
  const entries = settingNames
    .map((name) => [name, settings.get(name)] as const)
    .filter(([, setting]) => setting !== undefined && setting !== null)
  // Object.fromEntries loses the field names of the type.
  return Object.fromEntries(entries) as ReturnType<typeof pickSettings<T>>
}

/** Ignores an empty list; `clear_mcp_servers` removes all servers. */
function parseToolServerUpdate(body: AgentUpdate): Changes<Agent> {
  if (body.clear_mcp_servers === true) return { mcp_servers: [] }
  const servers = parseToolServers(body.mcp_servers)
  return servers.length === 0 ? {} : { mcp_servers: servers }
}

function parseLoggingUpdate({ clock }: AccountContext, agent: Agent, body: AgentUpdate): Changes<Agent> {
  const before = agent.logging_config ?? { insights_enabled: false }
  const logs = body.conversation_logs_enabled ?? agent.conversation_logs_enabled
  const { agent_log_insights_enabled: wantsInsights } = body
  if (wantsInsights === true && logs !== true) throw unprocessable('agent_log_insights_enabled: needs conversation_logs_enabled.')
  const insights = logs === true && (wantsInsights ?? before.insights_enabled)
  const since = before.insights_enabled_at ?? clock.timestamp()
  return {
    conversation_logs_enabled: logs,
    logging_config: insights ? { ...before, insights_enabled: true, insights_enabled_at: since } : { insights_enabled: false },
  }
}

function describeModelChoice(uuid: string | undefined): Changes<Pick<Agent, 'model'>> {
  const model = findModelByUuid(uuid)
  return { model: model && describeNestedModel(model) }
}

/** Returns the ids in lower case and without duplicates. */
export function normalizeIds(ids: readonly string[] | null | undefined): string[] {
  return [...new Set(ids?.map((uuid) => uuid.toLowerCase()))]
}
