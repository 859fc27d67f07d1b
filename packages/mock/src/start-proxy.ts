import { proxyDefaults, parseUpstream, type ProxyOptions } from './options.ts'
import { serve, type RunningServer } from './serve.ts'

/**
 * Starts a proxy that checks every request and every reply against the specification on their way to and from `upstream`. What breaks it
 * is named in the `sl-violations` header; with `errors: true` the request is refused (422) and the reply replaced by a 500.
 *
 * @throws Error when `upstream` is not an HTTP address, the port is taken or the document cannot be read
 */
export async function startProxy(options: ProxyOptions): Promise<RunningServer> {
  return serve({ ...proxyDefaults, ...options, upstream: parseUpstream(options.upstream) })
}
