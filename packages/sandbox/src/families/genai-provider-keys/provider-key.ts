/** API keys of both providers. Each has its own kind; one field of an agent accepts either. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { genaiModels } from '../../catalog/genai-models.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import { describeNestedModel } from '../genai-models/index.ts'

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    deletedAnthropicApiKey: Kinds['AnthropicApiKey']
    deletedOpenaiApiKey: Kinds['OpenaiApiKey']
  }
}

export const providerKinds = [
  { kind: 'AnthropicApiKey', provider: 'MODEL_PROVIDER_ANTHROPIC', title: 'Anthropic' },
  { kind: 'OpenaiApiKey', provider: 'MODEL_PROVIDER_OPENAI', title: 'OpenAI' },
] as const

export type ProviderKind = (typeof providerKinds)[number]

export interface FoundProviderKey {
  readonly provider: ProviderKind['provider']
  /** Adds `deleted_at` if the key was deleted. */
  readonly value: Kinds['AnthropicApiKey']
}

export const [anthropic, openai] = providerKinds

export function findProviderKey({ engine }: AccountContext, uuid: string): FoundProviderKey | undefined {
  for (const { kind, provider } of providerKinds) {
    const value = engine.find(kind, uuid) ?? engine.find(`deleted${kind}`, uuid)
    if (value) return { provider, value }
  }
  return undefined
}

export const withModels = (key: Kinds['OpenaiApiKey']): DeepReadonly<Kinds['OpenaiApiKey']> => ({
  ...key,
  models: genaiModels.filter(({ provider }) => provider === openai.provider).map(describeNestedModel),
})
