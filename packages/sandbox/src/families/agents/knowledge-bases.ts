import type { OperationHook } from '../../engine/hooks.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type AgentKey, agentKey, findAgentsByKnowledgeBase, getReferences } from './agent-state.ts'
import { normalizeIds } from './agent-input.ts'
import { changeAgent, removeAttachments } from './versions.ts'

export const attachKnowledgeBases: OperationHook<'Agent', 'agents_knowledgeBases_attachMany'> = ({ body }, ctx, _before, key) => {
  attach(ctx, key, normalizeIds(body?.knowledge_base_uuids), 'attach_knowledge_bases')
}

export const attachKnowledgeBase: OperationHook<'Agent', 'agents_knowledgeBases_attach'> = ({ path }, ctx, _before, key) => {
  const { knowledge_base_uuid: uuid } = path
  if (!ctx.engine.find('KnowledgeBase', uuid)) throw notFound()
  if (!attach(ctx, key, [uuid], 'attach_knowledge_base')) throw conflict('The knowledge base is attached to this agent already.')
}

export const detachKnowledgeBase: OperationHook<'Agent', 'agents_knowledgeBases_detach'> = ({ path }, ctx, _before, key) => {
  if (!removeKnowledgeBase(ctx, key, path.knowledge_base_uuid)) throw notFound()
}

/** Detaches a deleted knowledge base from every agent. */
export function detachFromAgents(ctx: AccountContext, uuid: string): void {
  for (const agent of findAgentsByKnowledgeBase(ctx, uuid)) removeKnowledgeBase(ctx, agentKey(agent.uuid), uuid)
}

/** Returns false when all knowledge bases were attached before. */
function attach(ctx: AccountContext, key: AgentKey, uuids: readonly string[], trigger: string): boolean {
  const { knowledgeBases } = getReferences(ctx, key)
  const at = ctx.clock.timestamp()
  const newBases = uuids.filter((uuid) => !knowledgeBases.some((each) => each.uuid === uuid)).map((uuid) => ({ uuid, at }))
  if (newBases.length === 0) return false
  changeAgent(ctx, key, trigger, { references: { knowledgeBases: [...knowledgeBases, ...newBases] } })
  return true
}

const removeKnowledgeBase = (ctx: AccountContext, key: AgentKey, base: string): boolean =>
  removeAttachments(ctx, key, 'detach_knowledge_base', 'knowledgeBases', ({ uuid }) => uuid !== base)
