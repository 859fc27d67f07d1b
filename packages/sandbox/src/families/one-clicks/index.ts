/** What other families and the server may use of this one. */
export { installedIn } from './handlers.ts'
