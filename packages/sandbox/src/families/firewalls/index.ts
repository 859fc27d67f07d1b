/** What other families and the server may use of this one. */
export { listCovered } from './coverage.ts'
