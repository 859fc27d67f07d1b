/** What other families and the server may use of this one. */
export { create, get, list } from './handlers.ts'
