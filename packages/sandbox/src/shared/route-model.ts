/** Replaces a model router in a request by the model that the router chooses. */
import { Failure } from '../engine/failure.ts'
import { isRecord } from '../engine/values.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import { listWords } from '../inference/parse-hints.ts'

const prefix = 'router:'

/** Returns the body unchanged unless its model is `router:` and a name. @throws Failure 404 when there is no such router */
export function routeModel({ engine }: AccountContext, body: unknown): unknown {
  if (!isRecord(body)) return body
  const { model, input, messages = input } = body
  if (typeof model !== 'string' || !model.startsWith(prefix)) return body
  const name = model.slice(prefix.length)
  const router = engine.findUnique('ModelRouter', [name]) ?? engine.find('ModelRouterPreset', name)
  if (!router) throw new Failure(404, `model: router "${name}" not found. GET /v2/gen-ai/models/routers lists them.`)
  return { ...body, model: chooseModel(router.config, messages) }
}

/** Returns the first model of the task that shares the most words with the messages, else the first fallback model. */
function chooseModel({ policies, fallback_models: fallback }: Kinds['ModelRouter']['config'], messages: unknown): string | undefined {
  const words = listWords(JSON.stringify(Array.isArray(messages) ? messages.at(-1) : messages))
  const scoredModels = policies.map((policy) => {
    const task = 'custom_task' in policy ? policy.custom_task : policy.task_slug
    return { models: policy.models, score: [...listWords(JSON.stringify(task))].filter((word) => words.has(word)).length }
  })
  const best = scoredModels.toSorted((a, b) => b.score - a.score)[0]
  return (best && best.score > 0 ? best.models : [...fallback, ...(best?.models ?? [])])[0]
}
