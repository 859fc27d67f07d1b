/** BYOIP prefixes: ranges of IPv4 addresses. */
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'

/** Parses a prefix such as `192.0.2.0/24`; returns its first and last address as numbers. */
export function parseRange(prefix: string) {
  const [address = '', bits = '32'] = prefix.split('/')
  const number = parseAddress(address)
  const size = 2 ** (32 - Number(bits))
  const first = Math.floor(number / size) * size
  return { first, last: first + size - 1, hasHostBits: number !== first }
}

/** Parses an address to a number. */
export function parseAddress(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

/** Finds the active BYOIP prefix that contains an address. */
export function findPrefixFor(engine: AccountContext['engine'], address: string): Kinds['ByoipPrefix'] | undefined {
  const number = parseAddress(address)
  return engine.list('ByoipPrefix', { where: [{ field: 'status', equals: 'active' }] }).find(({ prefix }) => {
    const { first, last } = parseRange(prefix)
    return number >= first && number <= last
  })
}
