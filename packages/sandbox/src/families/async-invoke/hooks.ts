import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { checkModelAccess } from '../../shared/model-access.ts'
import { describeInvocation } from './invocations.ts'

const invocation: ResourceHooks<'AsyncInvocation'> = {
  beforeAccess: checkModelAccess,
  serialize: (run, _key, ctx) => describeInvocation(ctx, run),
}

export const hooks: HooksByKind = { AsyncInvocation: invocation }
