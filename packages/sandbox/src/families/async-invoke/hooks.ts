import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { refuseAgentKeys } from '../../shared/for-models.ts'
import { describe } from './handlers.ts'

const invocation: ResourceHooks<'AsyncInvocation'> = { beforeAccess: refuseAgentKeys, serialize: (run, _key, ctx) => describe(ctx, run) }

export const hooks: HooksByKind = { AsyncInvocation: invocation }
