/** Model of an agent: a model or a router, the provider key to call it with, and the settings it supports. */
import { findModelByUuid, type GenaiModelEntry } from '../../catalog/genai-models.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { findProviderKey } from '../genai-provider-keys/index.ts'
import { findRouter } from './agent-router.ts'
import type { Agent, AgentReferences } from './agent-state.ts'

export const referenceNotFound = (field: string, resource: string, id: unknown) =>
  new Failure(404, `${field}: ${resource} "${String(id)}" not found.`)

export type ModelChoice = Pick<AgentReferences, 'model' | 'router' | 'preset'>

type AgentRequest = Operations['agents_create']['body'] | Operations['agents_update']['body']

const modelFields = ['model_uuid', 'model_router_uuid', 'router_preset_slug'] as const

/** Returns undefined when the request names neither model nor router. An empty id counts as absent. @throws Failure 404, 422 */
export function findModelChoice(ctx: AccountContext, body: AgentRequest): ModelChoice | undefined {
  const fields = modelFields.filter((field) => body[field])
  if (fields.length > 1) throw unprocessable(`${fields.join(', ')}: only one of them can be given.`)
  const { model_uuid: model, model_router_uuid: router, router_preset_slug: preset } = body
  if (model) return { model: parseModel(model).uuid }
  if (router && !findRouter(ctx, { router })) throw referenceNotFound('model_router_uuid', 'model router', router)
  if (preset && !findRouter(ctx, { preset })) throw referenceNotFound('router_preset_slug', 'router preset', preset)
  if (router) return { router }
  return preset ? { preset } : undefined
}

/** Rejects deprecated models; agents that already use one keep working. */
function parseModel(uuid: string): GenaiModelEntry {
  const model = findModelByUuid(uuid)
  if (!model) throw referenceNotFound('model_uuid', 'model', uuid)
  if (!model.uses.includes('MODEL_USECASE_AGENT')) throw unprocessable(`model_uuid: ${model.name} cannot be used by agents.`)
  if (model.lifecycle === 'deprecated' || model.lifecycle === 'retired')
    throw unprocessable(
      `model_uuid: ${model.name} is deprecated and cannot be chosen for an agent. GET /v2/gen-ai/models lists the others.`,
    )
  return model
}

const keyFields = [
  { field: 'anthropic_key_uuid', provider: 'MODEL_PROVIDER_ANTHROPIC', title: 'Anthropic key' },
  { field: 'open_ai_key_uuid', provider: 'MODEL_PROVIDER_OPENAI', title: 'OpenAI key' },
  { field: 'model_provider_key_uuid', provider: undefined, title: 'key of a model provider' },
] as const

/** Returns the stored provider key to call the model with: the one in the request, or else the current one. @throws Failure 404, 422 */
export function chooseProviderKey(ctx: AccountContext, body: AgentRequest, choice: ModelChoice, currentKey?: string): string | undefined {
  const model = findModelByUuid(choice.model)
  const modelProvider = model?.provider ?? 'MODEL_PROVIDER_DIGITALOCEAN'
  let keyUuid: string | undefined
  for (const { field, provider, title } of keyFields) {
    const uuid = body[field]
    if (!uuid) continue
    const found = findProviderKey(ctx, uuid)
    if (!found || found.value.deleted_at !== undefined || (provider !== undefined && found.provider !== provider))
      throw referenceNotFound(field, title, uuid)
    if (found.provider !== modelProvider)
      throw unprocessable(`${field}: the key belongs to another provider than ${model?.name ?? 'the model'}.`)
    if (keyUuid !== undefined && keyUuid !== uuid) throw unprocessable(`${field}: only one key can be given.`)
    keyUuid = uuid
  }
  if (keyUuid !== undefined) return keyUuid
  if (modelProvider === 'MODEL_PROVIDER_DIGITALOCEAN') return undefined
  if (currentKey !== undefined && findProviderKey(ctx, currentKey)?.provider === modelProvider) return currentKey
  throw unprocessable(`model_provider_key_uuid: ${model?.name ?? 'the model'} needs a key of its provider.`)
}

type Settings = Changes<Pick<Agent, 'max_tokens' | 'temperature' | 'reasoning_effort' | 'thinking_token_budget'>>

/** Checks the settings against the limits of the model, and drops reasoning settings that it does not support. @throws Failure 422 */
export function normalizeSettings<S extends Settings>(choice: ModelChoice, settings: S): S & Settings {
  const model = findModelByUuid(choice.model)
  if (!model) return settings
  const { max_tokens: tokens = 0, temperature = 0, reasoning_effort: effort, thinking_token_budget: budget = 0 } = settings
  const max = model.maxOutputTokens
  if (max !== undefined && tokens > max) throw unprocessable(`max_tokens: ${model.name} allows at most ${max}.`)
  const maxTemperature = model.settings.find(({ name }) => name === 'temperature')?.max
  if (maxTemperature !== undefined && temperature > maxTemperature)
    throw unprocessable(`temperature: ${model.name} allows at most ${maxTemperature}.`)
  if (model.reasoningEfforts === undefined) return { ...settings, reasoning_effort: undefined, thinking_token_budget: undefined }
  if (effort && !model.reasoningEfforts.includes(effort))
    throw unprocessable(`reasoning_effort: ${model.name} supports ${model.reasoningEfforts.join(', ') || 'none'}.`)
  if (budget > tokens) throw unprocessable('thinking_token_budget: must not be more than max_tokens.')
  return { ...settings, reasoning_effort: effort || undefined }
}
