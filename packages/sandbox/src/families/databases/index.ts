/** What other families and the server may use of this one. */
export { makeCluster } from './behavior.ts'
export { engineOf } from './engines.ts'
