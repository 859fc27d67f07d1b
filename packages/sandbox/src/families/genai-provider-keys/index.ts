/** What other families and the server may use of this one. */
export { findProviderKey } from './find-provider-key.ts'
