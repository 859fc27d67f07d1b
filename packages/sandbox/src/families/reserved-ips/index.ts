/** What other families and the server may use of this one. */
export { create } from './handlers.ts'
