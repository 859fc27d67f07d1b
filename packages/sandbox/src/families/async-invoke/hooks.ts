import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { checkModelAccess } from '../../shared/model-access.ts'
import { describe } from './handlers.ts'

const invocation: ResourceHooks<'AsyncInvocation'> = { beforeAccess: checkModelAccess, serialize: (run, _key, ctx) => describe(ctx, run) }

export const hooks: HooksByKind = { AsyncInvocation: invocation }
