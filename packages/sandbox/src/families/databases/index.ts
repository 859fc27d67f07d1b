/** What other families and the server may use of this one. */
export { createCluster } from './handlers.ts'
export {
  connectAs,
  connectPools,
  type DatabaseConnection,
  createDevelopmentConnection,
  resetPassword,
  trusts,
  trustApp,
} from './components.ts'
export { engineOf } from './engines.ts'
