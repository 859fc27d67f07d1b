/** Agents: made, deployed, changed, deleted. What belongs to one is in the files of `agents/`. */
import type { Behavior } from '../../engine/call.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import { under } from '../../store/store.ts'
import { agentKey, keepReferences, noReferences, openAgent, readReferences } from './agent-state.ts'
import { deploy, makeDeployment, takeStep, updateVisibility } from './deployments.ts'
import { describeAgent, describeSummary } from './describe-agent.ts'
import { attachFunction, detachFunction, updateFunction } from './functions.ts'
import { attachGuardrails, detachGuardrail } from './guardrails.ts'
import { createApiKey, deleteApiKey, forgetApiKey, rotateApiKey, updateApiKey } from './keys.ts'
import { attachKnowledgeBase, attachKnowledgeBases, detachKnowledgeBase } from './knowledge-bases.ts'
import { planAgentUpdate, planNewAgent } from './read-agent.ts'
import { replyAgent } from './reply-agent.ts'
import { attachChild, detachChild, detachFromParents, listChildren, updateChild } from './routes.ts'
import { getUsage } from './usage.ts'
import { changeAgent, keepVersion, listVersions, rollBack } from './versions.ts'
import type { FamilyBehavior } from '../family.ts'

const list: Behavior = (call, world) => {
  const where = call.query['only_deployed'] === true ? [{ field: 'deployment.status', equals: 'STATUS_RUNNING' }] : []
  const page = world.engine.list({ kind: 'Agent', where, order: 'newest', page: readPage(call) })
  const agents = (JSON.parse(`[${page.texts}]`) as Value[]).map((agent) => JSON.stringify(describeSummary(world, agent)))
  return replyPage(call, 'agents', { texts: agents.join(','), total: page.total })
}

const create: Behavior = (call, world) => {
  const { engine, clock, owner } = world
  const { fields, references } = planNewAgent(world, readBody(call))
  const stamp = clock.stamp()
  const deployment = makeDeployment(world, String(fields['name']))
  const { uuid } = engine.create('Agent', { ...fields, deployment, user_id: String(owner.number), created_at: stamp, updated_at: stamp })
  const key = agentKey(uuid)
  keepReferences(world, key, { ...noReferences, ...references })
  keepVersion(world, key, 'create')
  deploy(world, key.id)
  return replyAgent(world, key)
}

const get: Behavior = (call, world) => replyAgent(world, openAgent(world, call.path['uuid']))

const update: Behavior = (call, world) => {
  const { engine } = world
  const key = openAgent(world, call.path['uuid'])
  const { fields, references } = planAgentUpdate(world, engine.get(key), readReferences(world, key), readBody(call))
  changeAgent(world, key, 'update', { fields, references })
  return replyAgent(world, key)
}

const remove: Behavior = (call, world) => {
  const { engine } = world
  const key = openAgent(world, call.path['uuid'])
  const agent = describeAgent(world, key)
  detachFromParents(world, key.id)
  for (const { uuid } of engine.all({ kind: 'AgentApiKey', parent: under(key) }))
    forgetApiKey(world, { kind: 'AgentApiKey', id: String(uuid), parent: under(key) })
  engine.remove(key)
  return { body: JSON.stringify({ agent }) }
}

export const agents: FamilyBehavior = {
  operations: {
    agents_list: list,
    agents_create: create,
    agents_get: get,
    agents_update: update,
    agents_delete: remove,
    agents_update_deployment_visibility: updateVisibility,
    agents_get_usage: getUsage,
    agents_create_api_key: createApiKey,
    agents_update_api_key: updateApiKey,
    agents_delete_api_key: deleteApiKey,
    agents_rotate_api_key: rotateApiKey,
    agents_attach_function: attachFunction,
    agents_update_function: updateFunction,
    agents_detach_function: detachFunction,
    agents_attach_guardrails: attachGuardrails,
    agents_detach_guardrail: detachGuardrail,
    agents_attach_knowledge_bases: attachKnowledgeBases,
    agents_attach_knowledge_base: attachKnowledgeBase,
    agents_detach_knowledge_base: detachKnowledgeBase,
    agents_list_children: listChildren,
    agents_attach_child: attachChild,
    agents_update_child: updateChild,
    agents_detach_child: detachChild,
    agents_list_versions: listVersions,
    agents_rollback_version: rollBack,
  },
  due: { 'agents.deploy': takeStep },
}
