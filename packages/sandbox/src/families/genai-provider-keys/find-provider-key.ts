/** The keys of the two providers are kinds of their own; an agent may name either in one field. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

export const providerKinds = [
  { kind: 'AnthropicApiKey', provider: 'MODEL_PROVIDER_ANTHROPIC', title: 'Anthropic' },
  { kind: 'OpenaiApiKey', provider: 'MODEL_PROVIDER_OPENAI', title: 'OpenAI' },
] as const

export type ProviderKind = (typeof providerKinds)[number]

export interface FoundProviderKey {
  readonly provider: ProviderKind['provider']
  /** With `deleted_at` when it is gone. */
  readonly value: Value
}

export function findProviderKey(world: World, uuid: string): FoundProviderKey | undefined {
  for (const { kind, provider } of providerKinds) {
    const value = world.engine.find({ kind, id: uuid }) ?? world.engine.find({ kind: `deleted${kind}`, id: uuid })
    if (value) return { provider, value }
  }
  return undefined
}

/** Agents that use the key go on showing it. */
export function rememberDeletedKey({ store }: World, kind: string, value: Value): void {
  store.put({ kind: `deleted${kind}`, id: String(value['uuid']), text: JSON.stringify(value) })
}
