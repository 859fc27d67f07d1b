import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { conflict } from '../../engine/failure.ts'
import { onEnter, refuseDeleting } from './steps.ts'

const deployment: ResourceHooks<'DedicatedInference'> = { beforeDelete: refuseDeleting, onEnter }

const token: ResourceHooks<'DedicatedInferenceToken'> = {
  beforeDelete: ({ is_managed: isManaged }) => {
    if (isManaged) throw conflict('The platform manages this token itself; it is deleted with the dedicated inference.')
  },
}

export const hooks: HooksByKind = { DedicatedInference: deployment, DedicatedInferenceToken: token }
