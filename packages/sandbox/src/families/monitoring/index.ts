/** What other families and the server may use of this one. */
export { parseRecipients } from './recipients.ts'
