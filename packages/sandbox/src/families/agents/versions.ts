/** Versions of agents. Every change creates a version; a rollback creates none. */
import { genaiGuardrails } from '../../catalog/genai-guardrails.ts'
import type { Handler } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import type { Changes, ReplyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { findProviderKey } from '../genai-provider-keys/index.ts'
import {
  type Agent,
  type AgentKey,
  agentKey,
  type AgentReferences,
  storeReferences,
  canReach,
  requireAgent,
  getReferences,
} from './agent-state.ts'
import { findRouter } from './agent-router.ts'
import type { AgentInput } from './agent-input.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** JSON of a VersionState: compared and restored as a whole, never searched. */
    AgentVersion: { remembered: string }
  }
}

type Version = Kinds['AgentVersion']

/** Fields that a version does not contain. */
const unversionedFields: ReadonlySet<string> = new Set([
  'uuid',
  'url',
  'deployment',
  'version_hash',
  'created_at',
  'updated_at',
  'user_id',
  'region',
  'project_id',
  'chatbot_identifiers',
] satisfies (keyof Agent)[])

/** Changes the fields and references of an agent, and creates a version when something differs. */
export function changeAgent(
  ctx: AccountContext,
  key: AgentKey,
  trigger: string,
  { fields = {}, references: referenceChanges }: Partial<AgentInput>,
): void {
  const { engine, clock } = ctx
  const agent = engine.get('Agent', key)
  // References may be large, so they are read once and written once.
  const currentReferences = getReferences(ctx, key)
  const before = serializeState(agent, currentReferences)
  // Versions do not contain the project.
  const isMoved = fields.project_id !== undefined && fields.project_id !== agent.project_id
  const { tags } = fields
  // `update` creates tags that do not exist yet.
  if (tags && JSON.stringify(tags) !== JSON.stringify(agent.tags)) engine.update('Agent', key, { tags })
  const changed = engine.setFields('Agent', key, { ...fields, ...(isMoved && { updated_at: clock.timestamp() }) })
  const references = { ...currentReferences, ...referenceChanges }
  const after = serializeState(changed, references)
  if (referenceChanges) storeReferences(ctx, key, references)
  if (before === after) return
  const version = { version_hash: ctx.ids.hex(64, 'AgentVersion'), updated_at: clock.timestamp() }
  recordVersion(ctx, engine.setFields('Agent', key, version), trigger, references)
}

type AttachmentList = 'functions' | 'guardrails' | 'knowledgeBases' | 'routes'

/** Removes the attachments that `isKept` rejects. Returns false if there are none. */
export function removeAttachments<List extends AttachmentList>(
  ctx: AccountContext,
  key: AgentKey,
  trigger: string,
  list: List,
  isKept: (each: AgentReferences[List][number]) => boolean,
): boolean {
  const before: readonly AgentReferences[List][number][] = getReferences(ctx, key)[list]
  const remaining = before.filter(isKept)
  if (remaining.length === before.length) return false
  changeAgent(ctx, key, trigger, { references: { [list]: remaining } })
  return true
}

/** Adds a version for an agent whose `version_hash` is already set. */
export function recordVersion(ctx: AccountContext, agent: Agent, trigger: string, references: AgentReferences): void {
  const { engine, store } = ctx
  const { name, description, instruction, k, max_tokens, temperature, top_p, retrieval_method, provide_citations, tags, updated_at } = agent
  const fields = {
    name,
    description,
    instruction,
    k,
    max_tokens,
    temperature,
    top_p,
    retrieval_method,
    provide_citations,
    tags,
    // Includes the current names, which stay visible after an attachment is deleted.
    ...listAttachments(ctx, references),
    id: String(store.nextCounter('agent-version', 48_120_702)),
    agent_uuid: agent.uuid,
    model_name: agent.model?.name ?? '',
    trigger_action: trigger,
    created_at: updated_at,
    created_by_email: ctx.owner.email,
  }
  engine.create(
    'AgentVersion',
    { ...fields, can_rollback: false, currently_applied: false },
    {
      parent: childPath(agentKey(agent.uuid)),
      id: agent.version_hash ?? '',
      hidden: { remembered: serializeState(agent, references) },
    },
  )
}

interface VersionState {
  readonly fields: Changes<Agent>
  readonly references: AgentReferences
}

function serializeState(agent: Agent, currentReferences: AgentReferences): string {
  const { workspace: _, ...references } = currentReferences
  const fields = Object.fromEntries(Object.entries(agent).filter(([name]) => !unversionedFields.has(name)))
  return JSON.stringify({ fields, references } satisfies VersionState)
}

export function getVersionState({ engine }: AccountContext, agent: string, hash: string): VersionState {
  // Written by `serializeState`.
  return JSON.parse(engine.getHidden('AgentVersion', { parent: agent, id: hash }).remembered) as VersionState
}

type Attachments = Pick<Version, 'attached_child_agents' | 'attached_functions' | 'attached_guardrails' | 'attached_knowledgebases'>

/** @param stored the version as stored, with the names of attachments that are deleted now */
export function listAttachments({ engine }: AccountContext, references: AgentReferences, stored?: Version): Attachments {
  const { routes, functions, guardrails, knowledgeBases } = references
  return {
    attached_child_agents: routes.map(({ child, name, ifCase }, index) => {
      const agent = engine.find('Agent', child)
      const agentName = agent?.name ?? stored?.attached_child_agents[index]?.agent_name ?? ''
      return { child_agent_uuid: child, agent_name: agentName, route_name: name, if_case: ifCase, is_deleted: !agent }
    }),
    attached_functions: functions.map(({ name, description, faas_namespace, faas_name }) => ({
      name,
      description,
      faas_namespace,
      faas_name,
      is_deleted: !engine.find('FunctionsNamespace', faas_namespace),
    })),
    attached_guardrails: guardrails.map(({ guardrail, priority }) => {
      const entry = genaiGuardrails.find(({ uuid }) => uuid === guardrail)
      return { uuid: guardrail, name: entry?.name ?? '', priority, is_deleted: !entry }
    }),
    attached_knowledgebases: knowledgeBases.map(({ uuid }, index) => {
      const found = engine.find('KnowledgeBase', uuid)
      return { uuid, name: found?.name ?? stored?.attached_knowledgebases[index]?.name ?? '', is_deleted: !found }
    }),
  }
}

/** Returns the error of a rollback to a version; undefined if the agent can use what the version references. */
export function findRollbackFault(
  ctx: AccountContext,
  agent: string,
  references: AgentReferences,
  attachments = listAttachments(ctx, references),
): string | undefined {
  const { router, preset, providerKey, routes } = references
  const isMissing =
    Object.values(attachments).some((each) => each.some(({ is_deleted: isDeleted }) => isDeleted)) ||
    ((router ?? preset) !== undefined && !findRouter(ctx, references)) ||
    (providerKey !== undefined && !hasProviderKey(ctx, providerKey))
  if (isMissing) return 'An attachment of this version no longer exists.'
  if (routes.some(({ child }) => canReach(ctx, child, agent))) return 'A child agent of this version leads back to the agent now.'
  return undefined
}

function hasProviderKey(ctx: AccountContext, uuid: string): boolean {
  const found = findProviderKey(ctx, uuid)
  return found !== undefined && found.value.deleted_at === undefined
}

export const rollback: Handler<'agents_versions_rollback'> = ({ path, body: { version_hash: hash }, headers }, ctx) =>
  restoreVersion(path.uuid, hash, headers, ctx)

export const rollbackTo: Handler<'agents_versions_rollbackTo'> = ({ path: { uuid, version_hash: hash }, headers }, ctx) =>
  restoreVersion(uuid, hash, headers, ctx)

type Headers = Readonly<Record<string, string | undefined>>

function restoreVersion(agent: string, hash: string, headers: Headers, ctx: AccountContext): ReplyOf<'agents_versions_rollback'> {
  const { engine, clock } = ctx
  const key = requireAgent(ctx, agent)
  const { fields, references } = getVersionState(ctx, childPath(key), hash)
  const fault = findRollbackFault(ctx, agent, references)
  if (fault !== undefined) throw preconditionFailed(fault)
  const { workspace } = getReferences(ctx, key)
  // Removes fields that the version does not have.
  const names = Object.keys(engine.get('Agent', key)).filter((name) => !unversionedFields.has(name))
  const cleared = Object.fromEntries(names.map((name) => [name, undefined]))
  engine.setFields('Agent', key, { ...cleared, ...fields, version_hash: hash, updated_at: clock.timestamp() })
  storeReferences(ctx, key, { ...references, ...(workspace !== undefined && { workspace }) })
  return { version_hash: hash, audit_header: buildAuditHeader(ctx, headers) }
}

type AuditHeader = Operations['agents_versions_rollback']['reply']['audit_header']

function buildAuditHeader({ owner }: AccountContext, headers: Headers): AuditHeader {
  return {
    actor_id: String(owner.number),
    actor_ip: headers['x-forwarded-for']?.split(',', 1)[0]?.trim() ?? '127.0.0.1',
    actor_uuid: owner.uuid,
    context_urn: `do:team:${owner.team.uuid}`,
    origin_application: 'api',
    user_id: String(owner.number),
    user_uuid: owner.uuid,
  }
}
