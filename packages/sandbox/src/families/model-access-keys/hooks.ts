import { revokeSecret } from '../../shared/inference-secrets.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { ModelAccessKey: { afterDelete: (_value, _key, ctx, { hash }) => revokeSecret(ctx, hash) } }
