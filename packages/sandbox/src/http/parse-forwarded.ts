/** What proxies say of the requests that they pass on, and which of them are believed. */
import type { CoreRequest } from './messages.ts'

type Headers = CoreRequest['headers']

// An import would read every property of the module, and load what none needs here.
const { isIP, BlockList } = process.getBuiltinModule('node:net')

export type IsTrusted = (address: string | undefined) => boolean

/** @param proxies addresses, or ranges like `10.0.0.0/8` @throws Error naming the one that is neither */
export function trustProxies(proxies: readonly string[]): IsTrusted {
  // Which most have, and every request asks.
  if (proxies.length === 0) return () => false
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits, ...rest] = proxy.split('/')
    const family = getIpFamily(address)
    const length = bits === undefined ? undefined : Number(bits)
    if (!family || rest.length > 0 || (length !== undefined && !(/^\d+$/.test(bits ?? '') && length <= (family === 'ipv4' ? 32 : 128))))
      throw new Error(`trustedProxies has "${proxy}"; each must be an address or a range like 10.0.0.0/8.`)
    if (length === undefined) list.addAddress(address, family)
    else list.addSubnet(address, length, family)
  }
  return (address = '') => {
    const family = getIpFamily(address)
    return family !== undefined && list.check(address, family)
  }
}

function getIpFamily(address: string): 'ipv4' | 'ipv6' | undefined {
  return ([undefined, undefined, undefined, undefined, 'ipv4', undefined, 'ipv6'] as const)[isIP(address)]
}

/** Scheme and host as the client has them. What is no host is not believed. */
export function parseForwardedOrigin(headers: Headers, scheme: 'http' | 'https'): string {
  const proto = parseFirstItem(headers['x-forwarded-proto']) ?? scheme
  const host = parseFirstItem(headers['x-forwarded-host']) ?? headers['host'] ?? '127.0.0.1'
  return `${proto === 'https' ? 'https' : 'http'}://${host}`
}

/** The last address that was not a trusted proxy: what stands before it, anybody may have written. */
export function parseClientAddress(headers: Headers, remote: string | undefined, isTrusted: IsTrusted): string | undefined {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((each) => each.trim())
  return hops.filter((address) => isIP(address) !== 0).findLast((address) => !isTrusted(address)) ?? remote
}

const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

/** For those who are not believed. */
export function removeForwardedHeaders(headers: Headers): Headers {
  if (forwardedHeaders.every((name) => headers[name] === undefined)) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !forwardedHeaders.some((each) => each === name)))
}

function parseFirstItem(list: string | undefined): string | undefined {
  return list?.split(',', 1)[0]?.trim() || undefined
}
