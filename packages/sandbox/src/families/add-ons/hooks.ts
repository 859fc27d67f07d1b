import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { refuseCancelled } from './handlers.ts'

const addOn: ResourceHooks<'AddOn'> = {
  beforeUpdate: refuseCancelled,
}

export const hooks: HooksByKind = { AddOn: addOn }
