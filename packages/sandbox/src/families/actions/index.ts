/** What other families and the server may use of this one. */
export { getActionAbout, replyAction, answerActionOf, answerActionsAbout, answerActionsOf } from './behavior.ts'
