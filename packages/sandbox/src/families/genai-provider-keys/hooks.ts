/** API keys of Anthropic and OpenAI. */
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { type HooksByKind, type ResourceHooks, byName } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { anthropic, openai, type ProviderKind, withModels } from './provider-key.ts'

/** Agents continue to show a deleted key. */
const remember =
  (kind: ProviderKind['kind']) =>
  (value: Kinds[ProviderKind['kind']], { id }: { readonly id: string }, { store, clock }: AccountContext): void =>
    store.put({ kind: `deleted${kind}`, id, text: JSON.stringify({ ...value, deleted_at: clock.timestamp() }) })

const rejectedKeyPattern = /\s|invalid|revoked|expired/i

/** The sandbox cannot verify a key: it rejects those that contain a word like "invalid". */
function checkSecret(secret: string | undefined, title: string): void {
  if (secret !== undefined && rejectedKeyPattern.test(secret)) throw unprocessable(`api_key: ${title} rejects the key.`)
}

type Creation = 'genaiProviderKeys_anthropic_create' | 'genaiProviderKeys_openai_create'

/** Parses a new key. The secret is not stored. @throws Failure 422 */
const parseCreate =
  ({ title }: ProviderKind) =>
  ({ body }: Call<Creation>, { owner }: AccountContext) => {
    checkSecret(body.api_key, title)
    return { fields: { name: body.name, created_by: String(owner.number) } }
  }

type Update = 'genaiProviderKeys_anthropic_update' | 'genaiProviderKeys_openai_update'

/** Parses an update. A new secret only changes the update time. @throws Failure 422 */
const parseUpdate =
  ({ title }: ProviderKind) =>
  ({ body: { name, api_key: secret } }: Call<Update>) => {
    checkSecret(secret, title)
    return name === undefined && secret === undefined ? {} : { fields: { name } }
  }

const anthropicKey: ResourceHooks<'AnthropicApiKey'> = {
  listQuery: byName,
  parseCreate: parseCreate(anthropic),
  parseUpdate: parseUpdate(anthropic),
  afterDelete: remember('AnthropicApiKey'),
}

const openaiKey: ResourceHooks<'OpenaiApiKey'> = {
  listQuery: byName,
  parseCreate: parseCreate(openai),
  parseUpdate: parseUpdate(openai),
  serialize: (value, _key, _ctx, { isList }) => (isList ? value : withModels(value)),
  afterDelete: remember('OpenaiApiKey'),
}

export const hooks: HooksByKind = { AnthropicApiKey: anthropicKey, OpenaiApiKey: openaiKey }
