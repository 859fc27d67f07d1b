/** What other families and the server may use of this one. */
export { listTargets } from './targets.ts'
