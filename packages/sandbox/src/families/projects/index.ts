/** What other families and the server may use of this one. */
export { projectOf } from './handlers.ts'
