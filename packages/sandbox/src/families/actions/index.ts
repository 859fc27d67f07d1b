import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export { listResourceActions, describeAction, getResourceAction } from './handlers.ts'

export const actions: Family = { handlers, hooks }
