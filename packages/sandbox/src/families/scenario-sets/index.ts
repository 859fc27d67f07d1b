/** What other families and the server may use of this one. */
export type { Scenario } from './scenarios.ts'
export { readWriter, ready } from './sets.ts'
