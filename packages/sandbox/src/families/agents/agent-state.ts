/**
 * Stored state of an agent. Its fields are the stored object. References to other objects are hidden fields, because replies show those
 * objects in their current state. A version contains both.
 */
import { type HiddenOf, keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key } from '../../store/store.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** The lists of ids repeat the references, so that agents can be filtered by them. */
    Agent: {
      references: AgentReferences
      children: string[]
      knowledgeBases: string[]
      providerKey: string | null
      workspace: string | null
    }
  }
}

export type Agent = Kinds['Agent']
export type AgentKey = Key<'Agent'>

export const agentKey = (uuid: unknown): AgentKey => keyOf('Agent', String(uuid))

export interface AgentReferences {
  readonly model?: string | undefined
  readonly router?: string | undefined
  readonly preset?: string | undefined
  /** The uuid of a stored key of a model's provider. */
  readonly providerKey?: string | undefined
  readonly workspace?: string
  readonly functions: readonly AgentFunction[]
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

export type AgentFunction = NonNullable<Agent['functions']>[number]

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
export function getReferences({ engine }: AccountContext, { id }: { readonly id: string }): AgentReferences {
  // Undefined while the agent is created.
  const { references = noReferences }: Partial<HiddenOf<'Agent'>> = engine.getHidden('Agent', id)
  return references
}

export function storeReferences({ engine }: AccountContext, { id }: { readonly id: string }, references: AgentReferences): void {
  engine.setHidden('Agent', id, buildHiddenFields(references))
}

export function buildHiddenFields(references: AgentReferences): HiddenOf<'Agent'> {
  return {
    references,
    children: references.routes.map(({ child }) => child),
    knowledgeBases: references.knowledgeBases.map(({ uuid }) => uuid),
    providerKey: references.providerKey ?? null,
    workspace: references.workspace ?? null,
  }
}

export function findParents({ engine }: AccountContext, uuid: string): Agent[] {
  return engine.list('Agent', { where: [{ field: 'children[]', equals: uuid, hidden: true }] })
}

export function findAgentsByKnowledgeBase({ engine }: AccountContext, uuid: string): Agent[] {
  return engine.list('Agent', { where: [{ field: 'knowledgeBases[]', equals: uuid, hidden: true }] })
}

/** True when one agent routes to another, directly or through others. */
export function canReach(ctx: AccountContext, from: string, to: string, seen: Set<string> = new Set()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  if (!ctx.engine.find('Agent', from)) return false
  return getReferences(ctx, { id: from }).routes.some(({ child }) => canReach(ctx, child, to, seen))
}

/** @throws Failure 404 */
export function requireAgent({ engine }: AccountContext, uuid: string): AgentKey {
  engine.get('Agent', uuid)
  return agentKey(uuid)
}
