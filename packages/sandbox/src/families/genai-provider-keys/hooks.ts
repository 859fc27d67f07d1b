import { type HooksByKind, type ResourceHooks, byName } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type ProviderKind, withModels } from './provider-key.ts'

/** Agents continue to show a deleted key. */
const remember =
  (kind: ProviderKind['kind']) =>
  (value: Kinds[ProviderKind['kind']], { id }: { readonly id: string }, { store, clock }: AccountContext): void =>
    store.put({ kind: `deleted${kind}`, id, text: JSON.stringify({ ...value, deleted_at: clock.timestamp() }) })

// The secret is not stored.
const anthropicKey: ResourceHooks<'AnthropicApiKey'> = { listQuery: byName, afterDelete: remember('AnthropicApiKey') }

const openaiKey: ResourceHooks<'OpenaiApiKey'> = {
  listQuery: byName,
  serialize: (value, _key, _ctx, { isList }) => (isList ? value : withModels(value)),
  afterDelete: remember('OpenaiApiKey'),
}

export const hooks: HooksByKind = { AnthropicApiKey: anthropicKey, OpenaiApiKey: openaiKey }
