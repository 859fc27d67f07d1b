/**
 * What is kept of an agent. Its own fields are the stored object; what it refers to is kept hidden beside it, because a reply shows
 * those things as they are at that moment. Both together are what a version remembers.
 */
import { notFound } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'

export const agentKey = (uuid: unknown): Key => ({ kind: 'Agent', id: String(uuid) })

export interface AgentReferences {
  readonly model?: string
  readonly router?: string
  readonly preset?: string
  /** The uuid of a stored key of a model's provider. */
  readonly providerKey?: string
  readonly workspace?: string
  readonly functions: readonly Value[]
  readonly guardrails: readonly {
    readonly uuid: string
    readonly guardrail: string
    readonly priority: number
    readonly at: string
    readonly changed: string
  }[]
  readonly knowledgeBases: readonly { readonly uuid: string; readonly at: string }[]
  readonly routes: readonly AgentRoute[]
}

export interface AgentRoute {
  readonly uuid: string
  readonly child: string
  readonly name: string
  readonly ifCase: string
  readonly at: string
  readonly by: string
}

export const noReferences: AgentReferences = { functions: [], guardrails: [], knowledgeBases: [], routes: [] }

/** @throws Failure 404 */
export function readReferences({ engine }: World, key: Key): AgentReferences {
  const { references } = engine.hidden(key)
  // Only `keepReferences` writes it.
  return isRecord(references) ? (references as unknown as AgentReferences) : noReferences
}

/** Lists of plain ids are kept too, so that agents can be found by what they refer to. */
export function keepReferences({ engine }: World, key: Key, references: AgentReferences): void {
  engine.hide(key, {
    references,
    children: references.routes.map(({ child }) => child),
    knowledgeBases: references.knowledgeBases.map(({ uuid }) => uuid),
    providerKey: references.providerKey ?? null,
    workspace: references.workspace ?? null,
  })
}

export function findParents({ engine }: World, uuid: string): Value[] {
  return engine.all({ kind: 'Agent', where: [{ field: 'children[]', equals: uuid, hidden: true }] })
}

export function findAgentsByKnowledgeBase({ engine }: World, uuid: string): Value[] {
  return engine.all({ kind: 'Agent', where: [{ field: 'knowledgeBases[]', equals: uuid, hidden: true }] })
}

/** Whether one agent can hand over to another, directly or through others. */
export function leadsTo(world: World, from: string, to: string, seen: Set<string> = new Set()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  const key = agentKey(from)
  if (!world.engine.find(key)) return false
  return readReferences(world, key).routes.some(({ child }) => leadsTo(world, child, to, seen))
}

/** @throws Failure 404 */
export function openAgent({ engine }: World, uuid: unknown): Key {
  const key = agentKey(uuid)
  if (!engine.find(key)) throw notFound()
  return key
}
