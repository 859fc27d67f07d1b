/** Checks of a model source before its import. The sandbox has no network, so the result depends on the name of the source. */
import type { Kinds, Operations } from '../../generated/types.ts'

export type ModelSource = Operations['customModels_import']['body']['source_ref']

export interface SourceCheck {
  readonly name: string
  readonly passed: boolean
  readonly error: string
}

export interface SourceReport {
  readonly steps: readonly SourceCheck[]
  /** Undefined when a check failed. */
  readonly metadata: ModelMetadata | undefined
  readonly error: string | undefined
}

export interface ModelMetadata {
  readonly architecture: string
  readonly parameters: number
  readonly contextLength: number
  readonly files: number
  readonly bytes: number
  readonly config: Kinds['CustomModel']['config_json']
}

export function checkSource(source: ModelSource): SourceReport {
  const steps: SourceCheck[] = []
  for (const [name, error] of listChecks(source)) {
    steps.push({ name, passed: error === '', error })
    if (error !== '') return { steps, metadata: undefined, error }
  }
  return { steps, metadata, error: undefined }
}

function listChecks({ repo_id: repository, bucket, prefix, hf_token: token }: ModelSource): (readonly [name: string, error: string])[] {
  const place = repository ?? prefix ?? ''
  const isRepository = repository !== undefined
  const isNamed = isRepository ? /^[\w.-]+\/[\w.-]+$/.test(place) : bucket !== ''
  // Names of formats that the platform cannot import.
  const hasWeights = !/(gguf|gptq|onnx)\/?$/i.test(place)
  return [
    [isRepository ? 'repository' : 'bucket', isNamed ? '' : `There is no repository "${place}".`],
    ['access', token === 'invalid' ? 'The token may not read the repository.' : ''],
    ['weights', hasWeights ? '' : 'The repository holds no weights in a known format.'],
    ['config', ''],
  ]
}

/** Metadata of every source: a Llama model with 7 billion parameters of two bytes each. */
const metadata: ModelMetadata = {
  architecture: 'LlamaForCausalLM',
  parameters: 7_000_000_000,
  contextLength: 8192,
  files: 8,
  bytes: 14_000_000_000,
  config: { architectures: ['LlamaForCausalLM'], model_type: 'llama', max_position_embeddings: 8192, torch_dtype: 'bfloat16' },
}
