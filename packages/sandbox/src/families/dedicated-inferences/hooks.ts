import type { Call } from '../../engine/call.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { conflict } from '../../engine/failure.ts'
import { parentKey } from '../../store/store.ts'
import { onEnter, refuseDeleting } from './steps.ts'

const deployment: ResourceHooks<'DedicatedInference'> = { beforeDelete: refuseDeleting, onEnter }

const token: ResourceHooks<'DedicatedInferenceToken'> = {
  parseCreate: ({ body }: Call<'dedicatedInferences_tokens_create'>, { engine }, parent) => {
    refuseDeleting(engine.get('DedicatedInference', parentKey(parent)?.id ?? ''))
    return { fields: { name: body.name, is_managed: false } }
  },
  // The value is not stored.
  envelope: { dedicatedInferences_tokens_create: ({ value }, { ids }) => ({ token: { ...value, value: `did_v1_${ids.hex(64)}` } }) },
  beforeDelete: ({ is_managed: isManaged }) => {
    if (isManaged) throw conflict('The platform manages this token itself; it is deleted with the dedicated inference.')
  },
}

export const hooks: HooksByKind = { DedicatedInference: deployment, DedicatedInferenceToken: token }
