/** What other families and the server may use of this one. */
export { createTag } from './handlers.ts'
