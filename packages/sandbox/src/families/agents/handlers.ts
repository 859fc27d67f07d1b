import type { Handler } from '../../engine/call.ts'
import { agentKey, buildHiddenFields, noReferences, requireAgent, getReferences } from './agent-state.ts'
import { scheduleNextStep, createDeployment, advanceDeployment, updateVisibility } from './deployments.ts'
import { formatAgentReply } from './agent-reply.ts'
import { attachFunction, detachFunction, updateFunction } from './functions.ts'
import { attachGuardrails, detachGuardrail } from './guardrails.ts'
import { createApiKey, rotateApiKey } from './api-keys.ts'
import { attachKnowledgeBase, attachKnowledgeBases, detachKnowledgeBase } from './knowledge-bases.ts'
import { parseAgentUpdate, parseNewAgent } from './agent-input.ts'
import { attachChild, detachChild, listChildren, updateChild } from './routes.ts'
import { getUsage } from './usage.ts'
import { changeAgent, rollback, rollbackTo, recordVersion } from './versions.ts'
import type { Handlers, Jobs } from '../family.ts'

const create: Handler<'agents_create'> = ({ body }, ctx) => {
  const { engine, clock, ids, owner } = ctx
  const { fields, references: input } = parseNewAgent(ctx, body)
  const stamp = clock.timestamp()
  const deployment = createDeployment(ctx, body.name)
  const references = { ...noReferences, ...input }
  // Stores the agent once, because instructions may be long and each change writes the whole agent.
  const agent = engine.create(
    'Agent',
    {
      ...fields,
      deployment,
      user_id: String(owner.number),
      created_at: stamp,
      updated_at: stamp,
      version_hash: ids.hex(64, 'AgentVersion'),
    },
    { hidden: buildHiddenFields(references) },
  )
  recordVersion(ctx, agent, 'create', references)
  scheduleNextStep(ctx, agent.uuid)
  return formatAgentReply(ctx, agentKey(agent.uuid))
}

const update: Handler<'agents_update'> = ({ path, body }, ctx) => {
  const key = requireAgent(ctx, path.uuid)
  changeAgent(ctx, key, 'update', parseAgentUpdate(ctx, ctx.engine.get('Agent', key), getReferences(ctx, key), body))
  return formatAgentReply(ctx, key)
}

export const handlers = {
  agents_create: create,
  agents_update: update,
  agents_updateVisibility: updateVisibility,
  agents_getUsage: getUsage,
  agents_apiKeys_create: createApiKey,
  agents_apiKeys_rotate: rotateApiKey,
  agents_functions_attach: attachFunction,
  agents_functions_update: updateFunction,
  agents_functions_detach: detachFunction,
  agents_guardrails_attach: attachGuardrails,
  agents_guardrails_detach: detachGuardrail,
  agents_knowledgeBases_attachMany: attachKnowledgeBases,
  agents_knowledgeBases_attach: attachKnowledgeBase,
  agents_knowledgeBases_detach: detachKnowledgeBase,
  agents_children_list: listChildren,
  agents_children_attach: attachChild,
  agents_children_update: updateChild,
  agents_children_detach: detachChild,
  agents_versions_rollback: rollback,
  agents_versions_rollbackTo: rollbackTo,
} satisfies Handlers

export const jobs: Jobs = { 'agents.deploy': advanceDeployment }
