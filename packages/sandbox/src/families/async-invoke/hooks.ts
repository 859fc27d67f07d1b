import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { checkModelAccess } from '../../shared/model-access.ts'
import { describeInvocation } from './invocations.ts'

const invocation: ResourceHooks<'AsyncInvocation'> = {
  beforeAccess: checkModelAccess,
  onEnter: {
    IN_PROGRESS: (_run, _key, { clock }) => ({ started_at: clock.timestamp() }),
    COMPLETED: (_run, _key, { clock }) => ({ completed_at: clock.timestamp() }),
  },
  serialize: (run, _key, ctx) => describeInvocation(ctx, run),
}

export const hooks: HooksByKind = { AsyncInvocation: invocation }
