import type { Handler } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type AgentKey, agentKey, findAgentsByKnowledgeBase, requireAgent, getReferences } from './agent-state.ts'
import { formatAgentReply } from './agent-reply.ts'
import { requireKnowledgeBases } from './agent-input.ts'
import { changeAgent } from './versions.ts'

export const attachKnowledgeBases: Handler<'agents_knowledgeBases_attachMany'> = ({ path, body }, ctx) => {
  const key = requireAgent(ctx, path.agent_uuid)
  attach(ctx, key, requireKnowledgeBases(ctx, body?.knowledge_base_uuids, 'knowledge_base_uuids'), 'attach_knowledge_bases')
  return formatAgentReply(ctx, key)
}

export const attachKnowledgeBase: Handler<'agents_knowledgeBases_attach'> = ({ path }, ctx) => {
  const key = requireAgent(ctx, path.agent_uuid)
  const { knowledge_base_uuid: uuid } = path
  if (!ctx.engine.find('KnowledgeBase', uuid)) throw notFound()
  if (!attach(ctx, key, [uuid], 'attach_knowledge_base')) throw conflict('The knowledge base is attached to this agent already.')
  return formatAgentReply(ctx, key)
}

export const detachKnowledgeBase: Handler<'agents_knowledgeBases_detach'> = ({ path }, ctx) => {
  const key = requireAgent(ctx, path.agent_uuid)
  if (!detach(ctx, key, path.knowledge_base_uuid)) throw notFound()
  return formatAgentReply(ctx, key)
}

/** Detaches a deleted knowledge base from every agent. */
export function detachFromAgents(ctx: AccountContext, uuid: string): void {
  for (const agent of findAgentsByKnowledgeBase(ctx, uuid)) detach(ctx, agentKey(agent.uuid), uuid)
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

function detach(ctx: AccountContext, key: AgentKey, uuid: string): boolean {
  const { knowledgeBases } = getReferences(ctx, key)
  const remainingBases = knowledgeBases.filter((each) => each.uuid !== uuid)
  if (remainingBases.length === knowledgeBases.length) return false
  changeAgent(ctx, key, 'detach_knowledge_base', { references: { knowledgeBases: remainingBases } })
  return true
}
