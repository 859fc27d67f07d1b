/** Our options as Prism's. Apart from them, so that the types of this package ask for none of Prism's. */
import type { IHttpConfig } from '@stoplight/prism-http'
import { type MockOptions, mockDefaults } from './options.ts'

export function toPrismConfig(options: MockOptions & { readonly upstream?: URL }): IHttpConfig {
  const shared = {
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: options.errors ?? mockDefaults.errors,
    upstreamProxy: undefined,
    mock: { dynamic: options.dynamic ?? mockDefaults.dynamic },
  }
  return options.upstream ? { ...shared, isProxy: true, upstream: options.upstream } : { ...shared, isProxy: false }
}
