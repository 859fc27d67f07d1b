/** What other families and the server may use of this one. */
export { getActionAbout, replyAction, replyActionOf, replyActionsAbout, replyActionsOf } from './behavior.ts'
