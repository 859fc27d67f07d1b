/** What other families and the server may use of this one. */
export { listCovered } from './coverage.ts'
export { directions, dropTarget } from './rules.ts'
export { forgetCluster, forgetDroplet, forgetLoadBalancer, forgetTag } from './references.ts'
