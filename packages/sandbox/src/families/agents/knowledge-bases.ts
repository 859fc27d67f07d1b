import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { type AgentKey, agentKey, findAgentsByKnowledgeBase, openAgent, readReferences } from './agent-state.ts'
import { replyAgent } from './describe-agent.ts'
import { readKnowledgeBases } from './read-agent.ts'
import { changeAgent } from './versions.ts'

export const attachKnowledgeBases: Behavior<'agents_knowledgeBases_attachMany'> = ({ path, body }, world) => {
  const key = openAgent(world, path.agent_uuid)
  attach(world, key, readKnowledgeBases(world, body?.knowledge_base_uuids, 'knowledge_base_uuids'), 'attach_knowledge_bases')
  return replyAgent(world, key)
}

export const attachKnowledgeBase: Behavior<'agents_knowledgeBases_attach'> = ({ path }, world) => {
  const key = openAgent(world, path.agent_uuid)
  const { knowledge_base_uuid: uuid } = path
  if (!world.engine.find('KnowledgeBase', uuid)) throw notFound()
  if (!attach(world, key, [uuid], 'attach_knowledge_base')) throw conflict('The knowledge base is attached to this agent already.')
  return replyAgent(world, key)
}

export const detachKnowledgeBase: Behavior<'agents_knowledgeBases_detach'> = ({ path }, world) => {
  const key = openAgent(world, path.agent_uuid)
  if (!detach(world, key, path.knowledge_base_uuid)) throw notFound()
  return replyAgent(world, key)
}

/** A knowledge base that is deleted is no longer searched by anybody. */
export function detachFromAgents(world: World, uuid: string): void {
  for (const agent of findAgentsByKnowledgeBase(world, uuid)) detach(world, agentKey(agent.uuid), uuid)
}

/** False when all of them were attached already. */
function attach(world: World, key: AgentKey, uuids: readonly string[], trigger: string): boolean {
  const { knowledgeBases } = readReferences(world, key)
  const at = world.clock.stamp()
  const more = uuids.filter((uuid) => !knowledgeBases.some((each) => each.uuid === uuid)).map((uuid) => ({ uuid, at }))
  if (more.length === 0) return false
  changeAgent(world, key, trigger, { references: { knowledgeBases: [...knowledgeBases, ...more] } })
  return true
}

function detach(world: World, key: AgentKey, uuid: string): boolean {
  const { knowledgeBases } = readReferences(world, key)
  const rest = knowledgeBases.filter((each) => each.uuid !== uuid)
  if (rest.length === knowledgeBases.length) return false
  changeAgent(world, key, 'detach_knowledge_base', { references: { knowledgeBases: rest } })
  return true
}
