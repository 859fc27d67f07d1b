/** Model in lists, agents and keys: without prices, and with `inference_name` in place of `id`. */
import type { GenaiModelEntry } from '../../catalog/genai-models.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'

type Model = DeepReadonly<Kinds['GenaiModel']>

export function describeListedModel(model: GenaiModelEntry): Model {
  return {
    id: model.id,
    description: model.description,
    pricing: model.prices,
    model_availability: 'public',
    ...describeCommon(model),
  }
}

export function describeNestedModel(model: GenaiModelEntry): Model {
  return { inference_name: model.id, metadata: {}, usecases: model.uses, ...describeCommon(model) }
}

function describeCommon(model: GenaiModelEntry): Model {
  const { chunks, reasoningEfforts } = model
  return {
    uuid: model.uuid,
    name: model.name,
    type: model.type,
    provider: model.provider,
    ...(model.agreement && { agreement: model.agreement }),
    capabilities: model.capabilities,
    modalities: { input: model.input, output: model.output },
    context_window: String(model.contextWindow),
    ...(model.parameterCount !== undefined && { parameter_count: model.parameterCount }),
    endpoints: model.endpoints,
    settings: model.settings,
    thinking: reasoningEfforts !== undefined,
    reasoning_efforts: reasoningEfforts ?? [],
    ...(chunks && { kb_default_chunk_size: chunks.default, kb_min_chunk_size: chunks.min, kb_max_chunk_size: chunks.max }),
    lifecycle_status: model.lifecycle ?? 'active',
    is_foundational: true,
    upload_complete: true,
    version: model.version,
    created_at: model.added,
    updated_at: model.revised,
  }
}

/** Lists the models that the account imported. */
export function describeImportedModel(custom: Kinds['CustomModel']): Model {
  return {
    uuid: custom.uuid,
    id: custom.name,
    name: custom.name,
    description: custom.description,
    type: 'text',
    provider: 'MODEL_PROVIDER_DIGITALOCEAN',
    capabilities: [],
    modalities: { input: custom.input_modalities, output: custom.output_modalities },
    context_window: String(custom.context_length),
    endpoints: [],
    settings: [],
    thinking: false,
    reasoning_efforts: [],
    pricing: {},
    model_availability: 'private',
    lifecycle_status: 'active',
    is_foundational: false,
    upload_complete: true,
    version: { major: 1, minor: 0, patch: 0 },
    created_at: custom.created_at,
    updated_at: custom.updated_at,
  }
}
