/** What other families and the server may use of this one. */
export { findImage } from './handlers.ts'
