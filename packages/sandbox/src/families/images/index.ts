/** What other families and the server may use of this one. */
export { findImage, imageKey } from './behavior.ts'
