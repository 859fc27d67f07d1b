/** What other families and the server may use of this one. */
export { answerActionOf, answerActionsAbout, answerActionsOf, describeAction, getActionAbout } from './behavior.ts'
