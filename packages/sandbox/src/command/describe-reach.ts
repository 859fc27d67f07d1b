/** Addresses that reach a running sandbox. */
import { networkInterfaces } from 'node:os'
import type { RunningSandbox } from '../start-sandbox.ts'
import { defaultHost, type StartOptions } from '../options.ts'
import { isNetworkExposed } from '../network-exposure.ts'

/** Part of the JSON start message. */
export interface Reach {
  /** True if programs on other machines can reach the sandbox. */
  readonly exposed: boolean
  readonly host: string
  readonly urls: readonly string[]
  readonly allowed_hosts: readonly string[]
  /** True if the tokens are derived from a configured seed. */
  readonly seeded: boolean
}

export function findReach({ url }: Pick<RunningSandbox, 'url'>, options: StartOptions): Reach {
  const { host = defaultHost, baseUrl, allowedHosts = [] } = options
  const { protocol, port } = new URL(url)
  const others = listAddresses(host).map((address) => `${protocol}//${address}:${port}`)
  return {
    exposed: isNetworkExposed(options),
    host,
    urls: [...(baseUrl === undefined ? [] : [baseUrl]), url, ...others],
    allowed_hosts: allowedHosts,
    seeded: options.seed !== undefined,
  }
}

function listAddresses(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.flatMap(({ address, family, internal }) => (internal || family !== 'IPv4' ? [] : [address]))
}

/** Lines of the start message for an exposed sandbox. */
export function describeReach({ exposed, urls, allowed_hosts: names, seeded }: Reach, url: string): readonly string[] {
  if (!exposed) return []
  const others = urls.filter((each) => each !== url)
  return [
    `Other machines can reach the sandbox${others.length === 0 ? '' : `: ${others.join(', ')}`}.`,
    `Allowed host names: ${['localhost', 'IP addresses', ...names].join(', ')}. Add others with --allowed-host.`,
    ...(seeded ? ['Warning: the tokens are derived from --seed. Anyone who knows the seed has full access.'] : []),
  ]
}
