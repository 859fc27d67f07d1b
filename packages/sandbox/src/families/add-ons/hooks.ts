import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { assertNotCancelled, finishProvisioning } from './add-on-state.ts'

const addOn: ResourceHooks<'AddOn'> = {
  beforeUpdate: assertNotCancelled,
  beforeDelete: assertNotCancelled,
  onEnter: {
    provisioned: finishProvisioning,
    deprovisioning: () => ({ has_config: false }),
  },
}

export const hooks: HooksByKind = { AddOn: addOn }
