/** API keys of Anthropic and OpenAI. The sandbox cannot verify them: it rejects keys that contain a word like "invalid". */
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { anthropic, openai, type ProviderKind, withModels } from './provider-key.ts'
import type { Handlers } from '../family.ts'

const refused = /\s|invalid|revoked|expired/i

type Creation = 'genaiProviderKeys_anthropic_create' | 'genaiProviderKeys_openai_create'

function create({ body: { name, api_key: secret } }: Call<Creation>, { engine, owner }: AccountContext, { kind, title }: ProviderKind) {
  tryOut(secret, title)
  return engine.create(kind, { name, created_by: String(owner.number) })
}

type Update = 'genaiProviderKeys_anthropic_update' | 'genaiProviderKeys_openai_update'

function update({ path: { api_key_uuid: id }, body }: Call<Update>, { engine }: AccountContext, { kind, title }: ProviderKind) {
  const key = engine.get(kind, id)
  const { name, api_key: secret } = body
  tryOut(secret, title)
  // A new secret only changes the update time.
  return name === undefined && secret === undefined ? key : engine.update(kind, id, { name })
}

function tryOut(secret: string | undefined, title: string): void {
  if (secret !== undefined && refused.test(secret)) throw unprocessable(`api_key: ${title} rejects the key.`)
}

export const handlers = {
  genaiProviderKeys_anthropic_create: (call, ctx) => ({ api_key_info: create(call, ctx, anthropic) }),
  genaiProviderKeys_anthropic_update: (call, ctx) => ({ api_key_info: update(call, ctx, anthropic) }),
  genaiProviderKeys_openai_create: (call, ctx) => ({ api_key_info: withModels(create(call, ctx, openai)) }),
  genaiProviderKeys_openai_update: (call, ctx) => ({ api_key_info: withModels(update(call, ctx, openai)) }),
} satisfies Handlers
