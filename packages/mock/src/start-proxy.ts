import { proxyDefaults, parseUpstream, type ProxyOptions } from './options.ts'
import { serve, type RunningServer } from './serve.ts'

/**
 * Starts a proxy that validates every request to `upstream` and every response from it against the specification. The `sl-violations` header lists
 * violations; with `errors: true`, invalid requests are rejected with 422 and invalid responses replaced by 500.
 *
 * @throws Error if `upstream` is not an HTTP URL, the port is in use or the document cannot be read
 */
export async function startProxy(options: ProxyOptions): Promise<RunningServer> {
  return serve({ ...proxyDefaults, ...options, upstream: parseUpstream(options.upstream) })
}
