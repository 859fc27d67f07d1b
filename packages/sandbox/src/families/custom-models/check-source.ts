/** What is looked at before weights are copied. There is no network: what a source holds follows from what it is called. */
import { createHash } from 'node:crypto'
import type { Kinds, Operations } from '../../generated/types.ts'

export type ModelSource = Operations['customModels_import']['body']['source_ref']

export interface SourceCheck {
  readonly name: string
  readonly passed: boolean
  readonly error: string
}

export interface CheckedSource {
  readonly steps: readonly SourceCheck[]
  /** Undefined when a check failed. */
  readonly measure: ModelMeasure | undefined
  readonly error: string | undefined
}

export interface ModelMeasure {
  readonly architecture: string
  readonly parameters: number
  readonly contextLength: number
  readonly files: number
  readonly bytes: number
  readonly config: Kinds['CustomModel']['config_json']
}

export function checkSource(source: ModelSource): CheckedSource {
  const steps: SourceCheck[] = []
  for (const [name, error] of listChecks(source)) {
    steps.push({ name, passed: error === '', error })
    if (error !== '') return { steps, measure: undefined, error }
  }
  return { steps, measure: measure(source), error: undefined }
}

function listChecks({ repo_id: repository, bucket, prefix, hf_token: token }: ModelSource): (readonly [name: string, error: string])[] {
  const place = repository ?? prefix ?? ''
  const isRepository = repository !== undefined
  const isNamed = isRepository ? /^[\w.-]+\/[\w.-]+$/.test(place) : bucket !== ''
  // Repositories of these kinds hold weights in forms of other programs.
  const hasWeights = !/(gguf|gptq|onnx)\/?$/i.test(place)
  return [
    [isRepository ? 'repository' : 'bucket', isNamed ? '' : `There is no repository "${place}".`],
    ['access', token === 'invalid' ? 'The token may not read the repository.' : ''],
    ['weights', hasWeights ? '' : 'The repository holds no weights in a known format.'],
    ['config', ''],
  ]
}

const families = [
  { words: /mistral|mixtral/i, architecture: 'MistralForCausalLM', type: 'mistral', context: 32_768 },
  { words: /qwen/i, architecture: 'Qwen2ForCausalLM', type: 'qwen2', context: 32_768 },
  { words: /gemma/i, architecture: 'GemmaForCausalLM', type: 'gemma', context: 8192 },
]
const usual = { architecture: 'LlamaForCausalLM', type: 'llama', context: 8192 }

/** `…-8b` has about eight thousand million weights of two bytes each. */
function measure({ repo_id: repository, bucket, prefix }: ModelSource): ModelMeasure {
  const place = repository ?? `${bucket ?? ''}/${prefix ?? ''}`
  const family = families.find(({ words }) => words.test(place)) ?? usual
  const [, billions = '7'] = /(\d+(?:\.\d+)?)b(?![a-z])/i.exec(place) ?? []
  const extra = createHash('sha256').update(place).digest().readUInt16BE(0) % 900
  const parameters = Math.round(Number(billions) * 1e9) + extra * 100_000
  const bytes = parameters * 2 + 13_000_000
  return {
    architecture: family.architecture,
    parameters,
    contextLength: family.context,
    files: 5 + Math.ceil(bytes / 5e9),
    bytes,
    config: {
      architectures: [family.architecture],
      model_type: family.type,
      max_position_embeddings: family.context,
      torch_dtype: 'bfloat16',
    },
  }
}
