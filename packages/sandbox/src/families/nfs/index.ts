/** What other families and the server may use of this one. */
export { startedAction } from './action.ts'
export { checkTier } from './handlers.ts'
