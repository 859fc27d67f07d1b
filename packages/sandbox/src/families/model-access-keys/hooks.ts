import { refuseSecret } from '../../shared/inference-secrets.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { ModelAccessKey: { afterDelete: (_value, _key, ctx, { hash }) => refuseSecret(ctx, hash) } }
