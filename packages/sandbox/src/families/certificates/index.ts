/** What other families and the server may use of this one. */
export { covers } from './handlers.ts'
