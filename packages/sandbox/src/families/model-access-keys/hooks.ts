import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { registerSecret, revokeSecret } from '../../shared/inference-secrets.ts'

const modelAccessKey: ResourceHooks<'ModelAccessKey'> = {
  operations: {
    modelAccessKeys_rotate: (_call, ctx, _before, { id }) => {
      revokeSecret(ctx, ctx.engine.getHidden('ModelAccessKey', id).hash)
      return { set: { created_at: ctx.clock.timestamp() } }
    },
  },
  envelope: {
    modelAccessKeys_rotate: ({ value, key: { id } }, ctx) => {
      const secret = `sk-do-${ctx.ids.hex(64)}`
      ctx.engine.setHidden('ModelAccessKey', id, { hash: registerSecret(ctx, secret, {}) })
      return { api_key_info: { ...value, secret_key: secret } }
    },
  },
  afterDelete: (_value, _key, ctx, { hash }) => revokeSecret(ctx, hash),
}

export const hooks: HooksByKind = { ModelAccessKey: modelAccessKey }
