/** What other families and the server may use of this one. */
export { makeCluster } from './handlers.ts'
export {
  connectAs,
  connectPools,
  type DatabaseConnection,
  makeDevelopmentConnection,
  resetPassword,
  trusts,
  trustApp,
} from './components.ts'
export { engineOf } from './engines.ts'
