/** What other families and the server may use of this one. */
export { getCluster, isRunning, waitFor } from './clusters.ts'
