/** What other families and the server may use of this one. */
export { answerActionsAbout, describeAction, getActionAbout } from './handlers.ts'
