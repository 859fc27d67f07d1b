/**
 * Chat completions of an agent: its model, with its instructions and passages of its knowledge bases before the conversation. On the platform
 * each agent has its own host and keys. Here all agents share one host: the key selects the agent, then the host name, then the newest one that runs.
 */
import { findModelByUuid, type GenaiModelEntry, genaiModels } from '../../catalog/genai-models.ts'
import { Answer } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import type { UntypedCall } from '../../engine/request.ts'
import { Failure } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { createChatReply } from '../../inference/text-replies.ts'
import type { Prompt, Turn } from '../../inference/prompt.ts'
import { recordAgentUsage, getReferences } from '../agents/index.ts'
import { findSecretOwner } from '../../shared/inference-secrets.ts'
import { forwardToModelServer } from '../../shared/forward-to-model-server.ts'
import { parseInferenceToken } from '../../auth/parse-token.ts'
import type { Handlers } from '../family.ts'

const create: Handler<'agentInference_completions_create'> = (call, ctx) => {
  const agent = findAgent(call, ctx)
  const { body } = call
  // The reply of the inference module is already text or a stream, here and below.
  if (!agent) {
    const request = { ...body, model: chooseModel(body.model).id }
    const reply = createChatReply(request, ctx.clock.now())
    return new Answer(forwardToModelServer(ctx, '/chat/completions', request) ?? reply)
  }
  const references = getReferences(ctx, { id: agent.uuid })
  const model = findModelByUuid(references.model) ?? chooseModel(body.model)
  const context: Turn[] = [
    { by: 'instructions', text: agent.instruction },
    ...references.knowledgeBases.flatMap(({ uuid }) => retrievePassages(ctx, uuid, agent.k)),
  ]
  const request = { ...body, model: model.id }
  const addContext = (prompt: Prompt): Prompt => ({ ...prompt, turns: [...context, ...prompt.turns] })
  const reply = createChatReply(request, ctx.clock.now(), addContext)
  const messages = [{ role: 'system', content: agent.instruction }, ...body.messages]
  const forwarded = forwardToModelServer(ctx, '/chat/completions', { ...request, messages }, (usage) => {
    if (ctx.engine.find('Agent', agent.uuid)) recordAgentUsage(ctx, agent, usage)
  })
  if (forwarded) return new Answer(forwarded)
  // A stream uses as many tokens as the same reply in one piece.
  const complete =
    typeof reply.body === 'string'
      ? reply
      : createChatReply({ ...request, stream: false, stream_options: undefined }, ctx.clock.now(), addContext)
  const { usage } = JSON.parse(String(complete.body)) as { readonly usage: Readonly<Record<string, number>> }
  recordAgentUsage(ctx, agent, usage)
  return new Answer(reply)
}

/** Returns passages of a fixed text, which count as input tokens. The sandbox does not search knowledge bases. */
function retrievePassages({ engine }: AccountContext, uuid: string, count: number): Turn[] {
  const base = engine.find('KnowledgeBase', uuid)
  if (!base) return []
  return Array.from({ length: Math.max(1, Math.min(count, 100)) }, (_, n) => ({
    by: 'instructions',
    text: `Passage ${n + 1} of the knowledge base “${base.name}”, which the sandbox does not search.`,
  }))
}

/** Returns undefined when the account has no agent: a model then replies, so that clients work without one. @throws Failure 404 */
function findAgent(call: Pick<UntypedCall, 'headers' | 'origin'>, ctx: AccountContext): Kinds['Agent'] | undefined {
  const { engine } = ctx
  const owner = findSecretOwner(ctx, parseInferenceToken(call))?.agent
  const agents = owner === undefined ? engine.list('Agent', { order: 'newest' }) : [engine.get('Agent', owner)]
  const running = agents.filter(({ url }) => url !== '')
  if (agents.length > 0 && running.length === 0) throw new Failure(404, 'Deployment not found: the agent has not been deployed yet.')
  const host = new URL(call.origin).hostname
  return running.find(({ url }) => new URL(url).hostname === host) ?? running[0]
}

/** Returns the requested model, or the first text model of the catalog. */
function chooseModel(id: string): GenaiModelEntry {
  const models = genaiModels.filter(({ type, lifecycle }) => type === 'text' && lifecycle !== 'retired')
  const found = models.find((model) => model.id === id) ?? models[0]
  if (!found) throw new Error('The catalog has no model for text.')
  return found
}

export const handlers = { agentInference_completions_create: create } satisfies Handlers
