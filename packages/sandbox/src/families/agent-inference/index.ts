/** What other families and the server may use of this one. */
export { retrieve } from './handlers.ts'
