/** What other families and the server may use of this one. */
export { checkCapacity } from './handlers.ts'
