import type { ActionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export { listResourceActions, describeAction, getResourceAction } from './resource-actions.ts'

export const actions: Family<ActionsHandlers> = { handlers, hooks }
