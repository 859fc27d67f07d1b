/** What a run measures, as it was when the run was asked for, and how each prompt is answered. */
import { findModelById, findModelByUuid, type GenaiModelEntry, genaiModels } from '../../catalogue/genai-models.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { rollDice } from '../../inference/dice.ts'
import { countTokens } from '../../inference/tokens.ts'
import type { Key } from '../../store/store.ts'
import { type DatasetRow, ask, scoreAnswer } from '../evaluations/index.ts'

export const runKey = (uuid: unknown): Key => ({ kind: 'ModelEvaluationRun', id: String(uuid) })

export interface ModelRunSubject {
  readonly rows: readonly DatasetRow[]
  readonly metrics: readonly Value[]
  readonly config: Value
  readonly judge: string
  readonly candidate: { readonly uuid: string; readonly name: string }
  /** The policies of a router; missing unless one is measured. */
  readonly routes?: readonly Route[]
  /** Milliseconds; missing until the first prompt was put. */
  readonly startedAt?: number
  /** How many prompts had been put when the run was cancelled. */
  readonly stoppedAt?: number
}

export interface Route {
  /** Undefined for what fits no task. */
  readonly task?: string
  readonly model: string
}

export function readSubject({ engine }: World, key: Key): ModelRunSubject {
  // Only runs that were started here have it.
  return engine.hidden(key)['subject'] as ModelRunSubject
}

export interface AnsweredPrompt {
  readonly input: string
  readonly output: string
  readonly expected: string
  readonly model: { readonly uuid: string; readonly name: string }
  readonly task: string | undefined
  readonly results: readonly Value[]
  readonly latency: number
  readonly tokens: { readonly read: number; readonly written: number; readonly judgeRead: number; readonly judgeWritten: number }
  readonly prices: { readonly read: number; readonly written: number }
}

/** What a judge is told beside prompt and answer, and what it says, in tokens for each metric. */
const judging = { told: 180, said: 40 }

export function answer(subject: ModelRunSubject, index: number): AnsweredPrompt {
  const { input = '', expected = '' } = subject.rows[index] ?? {}
  const { config, candidate } = subject
  const dice = rollDice(JSON.stringify([candidate.uuid, config, input]))
  const route = subject.routes && dice.pick(subject.routes as readonly [Route, ...Route[]]) // a router always has a fallback
  const model = route === undefined ? modelOf(candidate.uuid) : (findModelById(route.model) ?? modelOf(''))
  const { system_prompt: prompt, max_tokens: most, stop_token: stop, temperature } = config
  const before = typeof prompt === 'string' && prompt !== '' ? [{ by: 'instructions' as const, text: prompt }] : []
  const { output, inputTokens, outputTokens } = ask({
    model,
    before,
    input,
    salt: String(temperature ?? ''),
    maxTokens: typeof most === 'number' ? most : undefined,
    stop: typeof stop === 'string' ? stop : undefined,
  })
  const told = (judging.told + countTokens(`${input}${output}${expected}`)) * subject.metrics.length
  return {
    input,
    output,
    expected,
    model: route === undefined ? candidate : { uuid: model.uuid, name: model.name },
    task: route?.task,
    results: subject.metrics.map((metric) => scoreAnswer(metric, { input, output, expected, hasTools: false })),
    latency: 180 + outputTokens * 12 + dice.below(400),
    tokens: { read: inputTokens, written: outputTokens, judgeRead: told, judgeWritten: judging.said * subject.metrics.length },
    prices: pricesOf(model),
  }
}

/** What is deployed by the account itself answers like any other model. */
function modelOf(uuid: string): GenaiModelEntry {
  const found = findModelByUuid(uuid) ?? genaiModels.find(({ type }) => type === 'text')
  if (!found) throw new Error('The catalogue has no model for text.')
  return found
}

/** US dollars for a token. */
export function pricesOf(model: GenaiModelEntry | undefined): AnsweredPrompt['prices'] {
  const { input_price_per_million: read = 0, output_price_per_million: written = 0 } = model?.prices ?? {}
  return { read: read / 1e6, written: written / 1e6 }
}

export function listRoutes(router: Value): Route[] {
  const { policies, fallback_models: fallback } = isRecord(router['config']) ? router['config'] : {}
  const named = (Array.isArray(policies) ? policies.filter(isRecord) : []).map(({ task_slug: slug, custom_task: task, models }) => ({
    task: String(isRecord(task) ? task['name'] : slug),
    model: String((models as readonly unknown[])[0]),
  }))
  return [...named, { model: String((fallback as readonly unknown[])[0]) }]
}
