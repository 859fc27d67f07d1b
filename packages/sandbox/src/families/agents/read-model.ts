/** Reads what writes an agent's answers: a model or a router, the key it is called with, and the settings that the model knows. */
import { findModelByUuid, type GenaiModelEntry } from '../../catalogue/genai-models.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { findProviderKey } from '../genai-provider-keys/index.ts'
import { findRouter } from './find-router.ts'
import type { AgentReferences } from './agent-state.ts'

export const missing = (field: string, what: string, id: unknown) => new Failure(404, `${field}: there is no ${what} "${String(id)}".`)

/** An empty id is one that was left out. */
export function readId(body: Value, field: string): string | undefined {
  const value = body[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export type Writer = Pick<AgentReferences, 'model' | 'router' | 'preset'>

const ways = ['model_uuid', 'model_router_uuid', 'router_preset_slug'] as const

/** Undefined when the request names none. @throws Failure 404, 422 */
export function readWriter(world: World, body: Value): Writer | undefined {
  const named = ways.filter((field) => readId(body, field) !== undefined)
  if (named.length > 1) throw unprocessable(`${named.join(', ')}: only one of them can be given.`)
  const [model, router, preset] = ways.map((field) => readId(body, field))
  if (model !== undefined) return { model: readModel(model).uuid }
  if (router !== undefined && !findRouter(world, { router })) throw missing('model_router_uuid', 'model router', router)
  if (preset !== undefined && !findRouter(world, { preset })) throw missing('router_preset_slug', 'router preset', preset)
  if (router === undefined && preset === undefined) return undefined
  return router === undefined ? { preset: String(preset) } : { router }
}

/** A deprecated model goes on working where it was chosen before. */
function readModel(uuid: string): GenaiModelEntry {
  const model = findModelByUuid(uuid)
  if (!model) throw missing('model_uuid', 'model', uuid)
  if (!model.uses.includes('MODEL_USECASE_AGENT')) throw unprocessable(`model_uuid: ${model.name} cannot be used by agents.`)
  if (model.lifecycle === 'deprecated' || model.lifecycle === 'retired')
    throw unprocessable(`model_uuid: ${model.name} is being withdrawn and cannot be chosen anew.`)
  return model
}

const keyFields = [
  { field: 'anthropic_key_uuid', provider: 'MODEL_PROVIDER_ANTHROPIC', title: 'Anthropic key' },
  { field: 'open_ai_key_uuid', provider: 'MODEL_PROVIDER_OPENAI', title: 'OpenAI key' },
  { field: 'model_provider_key_uuid', provider: undefined, title: 'key of a model provider' },
] as const

/** The stored key to call the model with; the one that is there already unless another is named. @throws Failure 404, 422 */
export function readProviderKey(world: World, body: Value, writer: Writer, present?: string): string | undefined {
  const model = findModelByUuid(writer.model)
  const wanted = model?.provider ?? 'MODEL_PROVIDER_DIGITALOCEAN'
  let chosen: string | undefined
  for (const { field, provider, title } of keyFields) {
    const uuid = readId(body, field)
    if (uuid === undefined) continue
    const found = findProviderKey(world, uuid)
    if (!found || found.value['deleted_at'] !== undefined || (provider !== undefined && found.provider !== provider))
      throw missing(field, title, uuid)
    if (found.provider !== wanted) throw unprocessable(`${field}: the key is not one of the provider of ${model?.name ?? 'the model'}.`)
    if (chosen !== undefined && chosen !== uuid) throw unprocessable(`${field}: only one key can be given.`)
    chosen = uuid
  }
  if (chosen !== undefined) return chosen
  if (wanted === 'MODEL_PROVIDER_DIGITALOCEAN') return undefined
  if (present !== undefined && findProviderKey(world, present)?.provider === wanted) return present
  throw unprocessable(`model_provider_key_uuid: ${model?.name ?? 'the model'} needs a key of its provider.`)
}

/** Checks the settings against what the model can do. Settings of thinking that it does not know are dropped. @throws Failure 422 */
export function fitSettings(writer: Writer, settings: Value): Value {
  const model = findModelByUuid(writer.model)
  if (!model) return settings
  const most = model.maxOutputTokens
  if (most !== undefined && Number(settings['max_tokens']) > most) throw unprocessable(`max_tokens: ${model.name} writes at most ${most}.`)
  const hottest = model.settings.find(({ name }) => name === 'temperature')?.max
  if (hottest !== undefined && Number(settings['temperature']) > hottest)
    throw unprocessable(`temperature: ${model.name} takes at most ${hottest}.`)
  if (model.reasoningEfforts === undefined) return { ...settings, reasoning_effort: undefined, thinking_token_budget: undefined }
  const effort = settings['reasoning_effort']
  if (typeof effort === 'string' && effort !== '' && !model.reasoningEfforts.includes(effort))
    throw unprocessable(`reasoning_effort: ${model.name} knows ${model.reasoningEfforts.join(', ') || 'none'}.`)
  if (Number(settings['thinking_token_budget'] ?? 0) > Number(settings['max_tokens']))
    throw unprocessable('thinking_token_budget: must not be more than max_tokens.')
  return { ...settings, reasoning_effort: effort === '' ? undefined : effort }
}
