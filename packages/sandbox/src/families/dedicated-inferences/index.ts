/** What other families and the server may use of this one. */
export type { DedicatedSpec } from './read-spec.ts'
