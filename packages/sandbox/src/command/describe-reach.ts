/** Who can reach a sandbox that has started, and what they need. */
import { networkInterfaces } from 'node:os'
import type { RunningSandbox } from '../start-sandbox.ts'
import { defaultHost, type StartOptions } from '../options.ts'
import { isNetworkExposed } from '../network-exposure.ts'

export interface Reach {
  /** Whether more than the programs of this machine reach it. */
  readonly exposed: boolean
  readonly host: string
  /** Where it is, as far as this machine knows its own addresses. */
  readonly urls: readonly string[]
  readonly allowed_hosts: readonly string[]
  /** Whether the tokens follow from a seed that somebody chose. */
  readonly seeded: boolean
}

export function parseReach({ url }: Pick<RunningSandbox, 'url'>, options: StartOptions): Reach {
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

export function describeReach({ exposed, host, urls, allowed_hosts: names, seeded }: Reach, url: string): readonly string[] {
  if (!exposed) return ['Only the programs of this machine reach it.']
  const others = urls.filter((each) => each !== url)
  const isAll = host === '0.0.0.0' || host === '::'
  const who = isAll ? 'Every machine on a network of this one reaches it' : 'More than the programs of this machine reach it'
  const under = names.length === 0 ? 'localhost and addresses' : `localhost, addresses, ${names.join(', ')}`
  return [
    `${who}${others.length === 0 ? '' : `: ${others.join(', ')}`}.`,
    `It answers under ${under}; another name needs --allowed-host.`,
    ...(seeded ? ['Its tokens follow from the seed: whoever knows that knows them.'] : []),
  ]
}
