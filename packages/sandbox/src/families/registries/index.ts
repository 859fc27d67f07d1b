/** What other families and the server may use of this one. */
export { type SeededBlob, seedRepository } from './contents.ts'
