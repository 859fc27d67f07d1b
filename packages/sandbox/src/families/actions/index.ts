import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export { answerActionsAbout, describeAction, getActionAbout } from './handlers.ts'

export const actions: Family = { handlers, hooks }
