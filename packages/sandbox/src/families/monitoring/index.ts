/** What other families and the server may use of this one. */
export { readRecipients } from './recipients.ts'
