/** What other families and the server may use of this one. */
export { makeTag } from './handlers.ts'
