/** Converts options to Prism's configuration. In its own module, so that the public types do not depend on Prism. */
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
