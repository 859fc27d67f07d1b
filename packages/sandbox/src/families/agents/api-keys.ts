/** API keys of one agent. Only the hash and the last four characters of a secret are stored. */
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Call } from '../../engine/call.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, parentKey } from '../../store/store.ts'
import { registerSecret, revokeSecret } from '../../shared/inference-secrets.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    AgentApiKey: { hash: string; ending: string }
  }
}

export const agentApiKey: ResourceHooks<'AgentApiKey'> = {
  parseCreate: ({ body }: Call<'agents_apiKeys_create'>, { owner }) => ({ fields: { name: body.name, created_by: String(owner.number) } }),
  operations: {
    agents_apiKeys_rotate: (_call, ctx, _before, key) => {
      revokeSecret(ctx, ctx.engine.getHidden('AgentApiKey', key).hash)
      return { set: { created_at: ctx.clock.timestamp() } }
    },
  },
  envelope: {
    agents_apiKeys_create: ({ value, key }, ctx) => addSecret(ctx, value, key),
    agents_apiKeys_rotate: ({ value, key }, ctx) => addSecret(ctx, value, key),
  },
  afterDelete: (_value, _key, ctx, { hash }) => revokeSecret(ctx, hash),
}

/** Creates a secret, which only this response shows. */
function addSecret(ctx: AccountContext, info: Kinds['AgentApiKey'], key: Key<'AgentApiKey'>) {
  const secret = ctx.ids.hex(48)
  const agent = parentKey(key.parent)?.id ?? ''
  ctx.engine.setHidden('AgentApiKey', key, { hash: registerSecret(ctx, secret, { agent }), ending: secret.slice(-4) })
  return { api_key_info: { ...info, secret_key: secret } }
}
