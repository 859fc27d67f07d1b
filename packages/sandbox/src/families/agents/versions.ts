/** Every change of an agent makes a version; going back to one makes none. */
import { genaiGuardrails } from '../../catalogue/genai-guardrails.ts'
import type { Behavior } from '../../engine/call.ts'
import { Failure, notFound, preconditionFailed } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { agentKey, type AgentReferences, keepReferences, leadsTo, openAgent, readReferences } from './agent-state.ts'
import { findRouter } from './find-router.ts'
import { findProviderKey } from '../genai-provider-keys/index.ts'

/** What an agent has whatever its version. */
const unversioned = new Set([
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
])

/** Changes the agent's fields and what it refers to, and keeps the result as a version, unless nothing is different. */
export function changeAgent(
  world: World,
  key: Key,
  trigger: string,
  change: { readonly fields?: Value; readonly references?: Partial<AgentReferences> },
): void {
  const { engine, clock } = world
  const agent = engine.get(key)
  // What an agent refers to may be large, so it is read once and written once.
  const referred = readReferences(world, key)
  const before = remember(agent, referred)
  const moves = Object.entries(change.fields ?? {}).some(([name, value]) => unversioned.has(name) && value !== agent[name])
  const tags = change.fields?.['tags']
  // Tags come to be when something is given them.
  if (tags !== undefined && JSON.stringify(tags) !== JSON.stringify(agent['tags'])) engine.update(key, { tags })
  const changed = engine.change(key, { ...change.fields, ...(moves && { updated_at: clock.stamp() }) })
  const references = { ...referred, ...change.references }
  const after = remember(changed, references)
  if (change.references) keepReferences(world, key, references)
  if (before !== after) keepVersion(world, key, trigger, references)
}

export function keepVersion(world: World, key: Key, trigger: string, references = readReferences(world, key)): void {
  const { engine, ids, clock, store } = world
  const hash = ids.hex(64)
  const agent = engine.change(key, { version_hash: hash, updated_at: clock.stamp() })
  const { model } = agent
  const fields = {
    ...agent,
    // With the names of that moment, which is all that is left of what is deleted later.
    ...listAttached(world, references),
    id: String(store.next('agent-version', 48_120_702)),
    agent_uuid: key.id,
    model_name: isRecord(model) ? model['name'] : '',
    trigger_action: trigger,
    created_at: agent['updated_at'],
    created_by_email: world.owner.email,
  }
  // Kept as text: it is compared and given back whole, never searched.
  engine.create('AgentVersion', fields, { parent: under(key), id: hash, hidden: { remembered: remember(agent, references) } })
}

interface Remembered {
  readonly fields: Value
  readonly references: AgentReferences
}

function remember(agent: Value, referred: AgentReferences): string {
  const { workspace: _, ...references } = referred
  const fields = Object.fromEntries(Object.entries(agent).filter(([name]) => !unversioned.has(name)))
  return JSON.stringify({ fields, references })
}

export const listVersions: Behavior = (call, world) => {
  const { engine } = world
  const key = openAgent(world, call.path['uuid'])
  const applied = engine.get(key)['version_hash']
  const page = engine.list({ kind: 'AgentVersion', parent: under(key), order: 'newest', page: readPage(call) })
  const versions = (JSON.parse(`[${page.texts}]`) as Value[]).map((version) => describeVersion(world, key, version, applied))
  return replyPage(call, 'agent_versions', { texts: versions.map((version) => JSON.stringify(version)).join(','), total: page.total })
}

function describeVersion(world: World, key: Key, version: Value, applied: unknown): Value {
  const { references } = recall(world, { kind: 'AgentVersion', id: String(version['version_hash']), parent: under(key) })
  const attached = listAttached(world, references, version)
  return {
    ...version,
    ...attached,
    can_rollback:
      Object.values(attached).every((each) => each.every(({ is_deleted: isDeleted }) => isDeleted === false)) && isWhole(world, references),
    currently_applied: version['version_hash'] === applied,
  }
}

type Attached = Readonly<Record<string, Value[]>>

/** `then` is how it was written down when it was attached. */
function listAttached({ engine }: World, { routes, functions, guardrails, knowledgeBases }: AgentReferences, then: Value = {}): Attached {
  const nameThen = (list: string, index: number, field: string) =>
    String((then[list] as readonly Value[] | undefined)?.[index]?.[field] ?? '')
  return {
    attached_child_agents: routes.map(({ child, name, ifCase }, index) => {
      const agent = engine.find(agentKey(child))
      const agentName = agent?.['name'] ?? nameThen('attached_child_agents', index, 'agent_name')
      return { child_agent_uuid: child, agent_name: agentName, route_name: name, if_case: ifCase, is_deleted: !agent }
    }),
    attached_functions: functions.map(({ name, description, faas_namespace, faas_name }) => ({
      name,
      description,
      faas_namespace,
      faas_name,
      is_deleted: !engine.find({ kind: 'FunctionsNamespace', id: String(faas_namespace) }),
    })),
    attached_guardrails: guardrails.map(({ guardrail, priority }) => {
      const entry = genaiGuardrails.find(({ uuid }) => uuid === guardrail)
      return { uuid: guardrail, name: entry?.name ?? '', priority, is_deleted: !entry }
    }),
    attached_knowledgebases: knowledgeBases.map(({ uuid }, index) => {
      const found = engine.find({ kind: 'KnowledgeBase', id: uuid })
      return { uuid, name: found?.['name'] ?? nameThen('attached_knowledgebases', index, 'name'), is_deleted: !found }
    }),
  }
}

/** The router and the provider's key must be there too; lists of attachments do not tell of them. */
function isWhole(world: World, references: AgentReferences): boolean {
  const { router, preset, providerKey } = references
  if ((router !== undefined || preset !== undefined) && !findRouter(world, references)) return false
  return providerKey === undefined || findProviderKey(world, providerKey)?.value['deleted_at'] === undefined
}

function recall({ engine }: World, key: Key): Remembered {
  return JSON.parse(String(engine.hidden(key)['remembered'])) as Remembered
}

export const rollBack: Behavior = (call, world) => {
  const { engine, clock } = world
  const key = openAgent(world, call.path['uuid'])
  const hash = String(readBody(call)['version_hash'])
  const version: Key = { kind: 'AgentVersion', id: hash, parent: under(key) }
  if (!engine.find(version)) throw notFound()
  const { fields, references } = recall(world, version)
  const gone = Object.values(listAttached(world, references))
    .flat()
    .some(({ is_deleted: isDeleted }) => isDeleted === true)
  if (gone || !isWhole(world, references)) throw preconditionFailed('Something that this version had attached no longer exists.')
  if (references.routes.some(({ child }) => leadsTo(world, child, key.id)))
    throw new Failure(412, 'A child agent of this version leads back to the agent now.')
  const workspace = readReferences(world, key).workspace
  // What the version did not have must go, not stay as it is now.
  const now = engine.get(key)
  const cleared = Object.fromEntries(Object.keys(now).flatMap((name) => (unversioned.has(name) ? [] : [[name, undefined] as const])))
  engine.change(key, { ...cleared, ...fields, version_hash: hash, updated_at: clock.stamp() })
  keepReferences(world, key, { ...references, ...(workspace !== undefined && { workspace }) })
  return { body: JSON.stringify({ version_hash: hash, audit_header: audit(world, call.headers) }) }
}

function audit({ owner }: World, headers: Readonly<Record<string, string | undefined>>): Value {
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
