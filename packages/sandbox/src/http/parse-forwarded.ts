/** Parses the `X-Forwarded-*` headers of trusted proxies. */
import type { CoreRequest } from './messages.ts'

type Headers = CoreRequest['headers']

// An import would read every property of the module and so load parts that are not needed here.
const { isIP, BlockList } = process.getBuiltinModule('node:net')

export type IsTrusted = (address: string | undefined) => boolean

/** @param proxies addresses, or ranges like `10.0.0.0/8` @throws Error naming an invalid entry */
export function trustProxies(proxies: readonly string[]): IsTrusted {
  // The default, on the path of every request.
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

/** Returns scheme and host as the client has them. */
export function parseForwardedOrigin(headers: Headers, scheme: 'http' | 'https'): string {
  const proto = parseFirstItem(headers['x-forwarded-proto']) ?? scheme
  const host = parseFirstItem(headers['x-forwarded-host']) ?? headers['host'] ?? '127.0.0.1'
  return `${proto === 'https' ? 'https' : 'http'}://${host}`
}

/** Returns the last address that is not a trusted proxy; clients can forge the addresses before it. */
export function parseClientAddress(headers: Headers, remote: string | undefined, isTrusted: IsTrusted): string | undefined {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((each) => each.trim())
  return hops.filter((address) => isIP(address) !== 0).findLast((address) => !isTrusted(address)) ?? remote
}

const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

/** Removes the headers of an untrusted sender. */
export function removeForwardedHeaders(headers: Headers): Headers {
  if (forwardedHeaders.every((name) => headers[name] === undefined)) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !forwardedHeaders.some((each) => each === name)))
}

function parseFirstItem(list: string | undefined): string | undefined {
  return list?.split(',', 1)[0]?.trim() || undefined
}
