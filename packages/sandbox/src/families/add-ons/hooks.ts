import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { assertNotCancelled } from './add-on-state.ts'

const addOn: ResourceHooks<'AddOn'> = {
  beforeUpdate: assertNotCancelled,
}

export const hooks: HooksByKind = { AddOn: addOn }
