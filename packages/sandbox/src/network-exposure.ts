import { defaultHost, type StartOptions } from './options.ts'

/** Returns true if other machines can reach the sandbox, over the network or through a local proxy. */
export function isNetworkExposed({ host = defaultHost, baseUrl, allowedHosts = [], trustedProxies = [] }: StartOptions): boolean {
  if (!isLoopback(host) || allowedHosts.length > 0 || trustedProxies.length > 0) return true
  return baseUrl !== undefined && !isLoopback(URL.parse(baseUrl)?.hostname ?? '')
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
