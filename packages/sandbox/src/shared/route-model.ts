/** Where a request names a router in place of a model, the model that the router chooses for it. */
import { Failure } from '../engine/failure.ts'
import { isRecord, type Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'
import { listWords } from '../inference/read-hints.ts'

const prefix = 'router:'

/** The same body unless its model is `router:` and a name. @throws Failure 404 when there is no such router */
export function routeModel({ engine, store }: World, body: unknown): unknown {
  if (!isRecord(body)) return body
  const { model } = body
  if (typeof model !== 'string' || !model.startsWith(prefix)) return body
  const name = model.slice(prefix.length)
  const own = store.byUnique('ModelRouter', JSON.stringify([name]))
  const router = own === undefined ? engine.find({ kind: 'ModelRouterPreset', id: name }) : (JSON.parse(own) as Value)
  if (!router) throw new Failure(404, `model: there is no router "${name}". GET /v2/gen-ai/models/routers lists them.`)
  return { ...body, model: choose(router['config'] as Config, body['messages'] ?? body['input']) }
}

/** As the specification has it for routers, of the account's own and of the platform. */
interface Config {
  readonly policies: readonly (Value & { readonly models: readonly string[] })[]
  readonly fallback_models?: readonly string[]
}

/** The first model of the task that has most words in common with what was said, else the first that is to step in. */
function choose({ policies, fallback_models: fallback = [] }: Config, said: unknown): string | undefined {
  const words = listWords(JSON.stringify(Array.isArray(said) ? said.at(-1) : said))
  const scored = policies.map(({ task_slug: slug, custom_task: task, models }) => ({
    models,
    score: [...listWords(JSON.stringify(task ?? slug))].filter((word) => words.has(word)).length,
  }))
  const best = scored.toSorted((a, b) => b.score - a.score)[0]
  return (best && best.score > 0 ? best.models : [...fallback, ...(best?.models ?? [])])[0]
}
