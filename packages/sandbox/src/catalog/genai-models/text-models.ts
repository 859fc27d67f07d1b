/** Text models. */
import type { GenaiModelEntry, GenaiModelSetting } from './entry.ts'

const first = '2026-01-15T00:00:00Z'

const sampling = (defaultTemperature: number, max = 2): readonly GenaiModelSetting[] => [
  { name: 'temperature', type: 'number', min: 0, max, step: 0.1, default_value: defaultTemperature },
  { name: 'top_p', type: 'number', min: 0, max: 1, step: 0.05, default_value: 0.9 },
]

const lengths = (max: number): GenaiModelSetting => ({ name: 'max_tokens', type: 'integer', min: 1, max, step: 1, default_value: 2048 })

const reasoningEfforts = ['low', 'medium', 'high']
const efforts: GenaiModelSetting = { name: 'reasoning_effort', type: 'string', default_string: 'medium', options: reasoningEfforts }

const chat = (...more: readonly string[]) => ({ endpoint: '/v1/chat/completions', capabilities: ['streaming', 'tool_calling', ...more] })
const responses = { endpoint: '/v1/responses', capabilities: ['streaming', 'tool_calling'] }
const messages = { endpoint: '/v1/messages', capabilities: ['streaming', 'tool_calling'] }

const uses: GenaiModelEntry['uses'] = [
  'MODEL_USECASE_AGENT',
  'MODEL_USECASE_SERVERLESS',
  'MODEL_USECASE_EVALUATION_JUDGE',
  'MODEL_USECASE_TEXT',
]

const communityLicense = {
  uuid: '7be2d4c1-95a0-4f63-8e17-c0d29b5a64f8',
  name: 'Community license',
  description: 'Name the model where its answers are shown.',
  url: 'https://models.example/community-license',
}

/** Prices of a model that caches prompts. */
const cachedPrices = (input: number, output: number, cacheRead: number) => ({
  input_price_per_million: input,
  output_price_per_million: output,
  cache_read_input_price_per_million: cacheRead,
  input_cache_read: cacheRead,
})

/** Default fields of a text model. */
const defaults = {
  type: 'text',
  provider: 'MODEL_PROVIDER_DIGITALOCEAN',
  input: ['text'],
  output: ['text'],
  capabilities: ['tool_calling'],
  contextWindow: 128_000,
  maxOutputTokens: 8192,
  version: { major: 1, minor: 0, patch: 0 },
  added: first,
  revised: first,
} as const

const anthropic = {
  ...defaults,
  creator: 'Anthropic',
  ownedBy: 'anthropic',
  provider: 'MODEL_PROVIDER_ANTHROPIC',
  input: ['text', 'image'],
  contextWindow: 200_000,
  endpoints: [chat(), messages],
  availability: ['serverless', 'agents'],
} as const

/** Common fields of the two open-weight models of OpenAI. */
const openWeights = {
  ...defaults,
  creator: 'OpenAI',
  ownedBy: 'openai',
  capabilities: ['tool_calling', 'reasoning', 'structured_output'],
  contextWindow: 131_072,
  maxOutputTokens: 32_768,
  uses: [...uses, 'MODEL_USECASE_REASONING', 'MODEL_USECASE_CODING'],
  endpoints: [chat('structured_output'), responses],
  settings: [...sampling(1), lengths(32_768), efforts],
  reasoningEfforts,
  availability: ['serverless', 'dedicated', 'batch', 'agents'],
  badges: ['new'],
  released: 1_754_352_000,
} as const

export const textModels: readonly GenaiModelEntry[] = [
  {
    ...defaults,
    uuid: 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97',
    id: 'llama3.3-70b-instruct',
    name: 'Llama 3.3 Instruct 70B',
    creator: 'Meta',
    ownedBy: 'meta',
    short: 'General conversations in eight languages',
    description: 'A general model for conversations and summaries',
    parameterCount: 70,
    hub: 'meta-llama/Llama-3.3-70B-Instruct',
    uses: [...uses, 'MODEL_USECASE_GUARDRAIL'],
    endpoints: [chat(), responses],
    settings: [...sampling(0.7), lengths(8192)],
    prices: { input_price_per_million: 0.6, output_price_per_million: 0.8 },
    availability: ['serverless', 'dedicated', 'batch', 'agents'],
    badges: ['popular'],
    version: { major: 3, minor: 3, patch: 0 },
    agreement: communityLicense,
    released: 1_733_443_200,
    revised: '2026-02-10T00:00:00Z',
  },
  {
    ...defaults,
    uuid: '2d94e6b0-83f1-4c7a-a5d2-70b6c91e8f34',
    id: 'llama3.1-8b-instruct',
    name: 'Llama 3.1 Instruct 8B',
    creator: 'Meta',
    ownedBy: 'meta',
    short: 'Small, quick and cheap',
    description: 'A small model for short questions, sorting and summaries',
    parameterCount: 8,
    hub: 'meta-llama/Llama-3.1-8B-Instruct',
    uses: [...uses, 'MODEL_USECASE_FINETUNED'],
    endpoints: [chat(), responses],
    settings: [...sampling(0.7), lengths(8192)],
    prices: { input_price_per_million: 0.2, output_price_per_million: 0.2 },
    availability: ['serverless', 'dedicated', 'batch', 'agents'],
    version: { major: 3, minor: 1, patch: 0 },
    agreement: communityLicense,
    released: 1_721_692_800,
  },
  {
    ...defaults,
    uuid: 'e1b8035f-6d27-49ac-b3e4-58c0f7a19d62',
    id: 'mistral-nemo-instruct-2407',
    name: 'Mistral NeMo Instruct',
    creator: 'Mistral AI',
    ownedBy: 'mistralai',
    short: 'A middle-sized model for many languages',
    description: 'Follows instructions in many languages at a moderate price',
    parameterCount: 12,
    hub: 'mistralai/Mistral-Nemo-Instruct-2407',
    uses,
    endpoints: [chat()],
    settings: [...sampling(0.3, 1), lengths(8192)],
    prices: { input_price_per_million: 0.3, output_price_per_million: 0.3 },
    availability: ['serverless', 'agents'],
    lifecycle: 'deprecated',
    released: 1_721_260_800,
    revised: '2026-02-20T00:00:00Z',
  },
  {
    ...defaults,
    uuid: '47a3d9c5-10e8-4b62-8f7d-c25b6e04a981',
    id: 'deepseek-r1-distill-llama-70b',
    name: 'DeepSeek R1 Distill Llama 70B',
    creator: 'DeepSeek',
    ownedBy: 'deepseek',
    short: 'Thinks before it answers',
    description: 'Works through questions of mathematics, code and logic step by step',
    capabilities: ['reasoning'],
    maxOutputTokens: 32_768,
    parameterCount: 70,
    hub: 'deepseek-ai/DeepSeek-R1-Distill-Llama-70B',
    uses: [...uses, 'MODEL_USECASE_REASONING'],
    endpoints: [{ endpoint: '/v1/chat/completions', capabilities: ['streaming'] }],
    settings: [...sampling(0.6), lengths(32_768)],
    reasoningEfforts: [],
    prices: { input_price_per_million: 0.99, output_price_per_million: 0.99 },
    availability: ['serverless', 'dedicated', 'agents'],
    released: 1_737_331_200,
  },
  {
    ...openWeights,
    uuid: 'a0c6f218-95d4-4e3b-97c1-3e8b52d704f6',
    id: 'openai-gpt-oss-120b',
    name: 'GPT-OSS 120B',
    short: 'Open weights that reason and call tools',
    description: 'Reasons, calls tools and writes code, run by the platform itself',
    parameterCount: 117,
    hub: 'openai/gpt-oss-120b',
    prices: { input_price_per_million: 0.1, output_price_per_million: 0.7 },
  },
  {
    ...openWeights,
    uuid: '4b8e1c60-d27f-4935-a80b-9f5c3e72d1a6',
    id: 'openai-gpt-oss-20b',
    name: 'GPT-OSS 20B',
    short: 'Small open weights that reason and call tools',
    description: 'Reasons and calls tools at a low price, run by the platform itself',
    parameterCount: 21,
    hub: 'openai/gpt-oss-20b',
    prices: { input_price_per_million: 0.05, output_price_per_million: 0.45 },
  },
  {
    ...anthropic,
    uuid: '8d14f0a6-52b7-4c3e-9a80-e6f3b91d7c45',
    id: 'anthropic-claude-haiku',
    name: 'Claude Haiku',
    short: 'Quick answers from Anthropic',
    description: 'The smallest model of its family, for quick answers and short texts',
    uses: [...uses, 'MODEL_USECASE_CODING'],
    settings: [...sampling(1, 1), lengths(8192)],
    prices: { ...cachedPrices(0.8, 4, 0.08), cache_write_5m_input_price_per_million: 1, cache_write_1h_input_price_per_million: 1.6 },
    released: 1_729_555_200,
  },
  {
    ...anthropic,
    uuid: '53e7a1d9-c460-4f8b-a29e-06d4b7f315c8',
    id: 'anthropic-claude-sonnet',
    name: 'Claude Sonnet',
    short: 'Long texts, code and careful reasoning',
    description: 'A large model for long texts, for code and for questions that need thought',
    capabilities: ['tool_calling', 'reasoning'],
    maxOutputTokens: 64_000,
    uses: [...uses, 'MODEL_USECASE_REASONING', 'MODEL_USECASE_CODING'],
    settings: [...sampling(1, 1), lengths(64_000), efforts],
    reasoningEfforts,
    prices: { ...cachedPrices(3, 15, 0.3), cache_write_5m_input_price_per_million: 3.75, cache_write_1h_input_price_per_million: 6 },
    badges: ['popular'],
    version: { major: 4, minor: 0, patch: 0 },
    released: 1_747_872_000,
  },
  {
    ...defaults,
    uuid: '6f92b3c8-07d5-4e1a-8c64-b1d0e5a7392f',
    id: 'openai-gpt-4o-mini',
    name: 'GPT-4o mini',
    creator: 'OpenAI',
    ownedBy: 'openai',
    provider: 'MODEL_PROVIDER_OPENAI',
    short: 'A small model that also sees pictures',
    description: 'A small model for conversations that also understands pictures',
    input: ['text', 'image'],
    maxOutputTokens: 16_384,
    uses,
    endpoints: [chat('structured_output'), responses],
    settings: [...sampling(1), lengths(16_384)],
    prices: cachedPrices(0.15, 0.6, 0.075),
    availability: ['serverless', 'agents'],
    released: 1_721_260_800,
  },
]
