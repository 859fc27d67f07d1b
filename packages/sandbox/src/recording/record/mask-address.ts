/** Stand-ins for addresses of the internet: of the ranges for documentation and benchmarks, so that none is anybody's. */
import { createHmac } from 'node:crypto'

export const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/
export const ipv6 = /^(?=.*:.*:)[0-9a-f:]+(?:\/\d{1,3})?$/i

/** Private ranges, with the bits that say so. A stand-in stays in its range, because the platform treats them apart. */
const privateRanges: readonly (readonly [base: number, bits: number])[] = [
  [0x0a000000, 8],
  [0xac100000, 12],
  [0xc0a80000, 16],
  [0x64400000, 10],
]
/** 198.18.0.0, the first of those for benchmarks. */
const publicBase = 0xc6120000

export type Count = (name: string, original: string) => number

/** Addresses that say nothing about anybody: everything, this machine, a mask. */
export function isNobodys(text: string): boolean {
  if (/^(0\.0\.0\.0|127\.|255\.|169\.254\.)/.test(text) || /^(::1?|fe80:.*)(\/\d+)?$/i.test(text)) return true
  return false
}

/**
 * Of private networks the prefixes are kept apart bit by bit under the key, so that an address is in the stand-in of its network.
 * @param count numbers what is new, in the order in which it comes
 */
export function maskIpv4(text: string, key: Uint8Array, count: Count): string {
  const [, a, b, c, d, size] = ipv4.exec(text) ?? []
  const address = toNumber([a, b, c, d].map(Number))
  const length = size === undefined ? 32 : Number(size)
  const suffix = size === undefined ? '' : `/${size}`
  const own = privateRanges.find(([base, bits]) => address >>> (32 - bits) === base >>> (32 - bits))
  const masked = own ? flip(address, own[1], key) : publicBase + count(`ipv4/${length}`, text) * 2 ** Math.max(32 - length, 0)
  // The bits behind a network's prefix are zero, but an address that is written with its network's size keeps its own.
  const isNetwork = length < 32 && address % 2 ** (32 - length) === 0
  return `${toText(isNetwork ? masked - (masked % 2 ** (32 - length)) : masked)}${suffix}`
}

function flip(address: number, from: number, key: Uint8Array): number {
  let masked = address
  for (let bit = from; bit < 32; bit += 1) {
    const prefix = bit === 0 ? 0 : address >>> (32 - bit)
    const [byte = 0] = createHmac('sha256', key).update(`${bit}:${prefix}`).digest()
    if (byte & 1) masked = (masked ^ (1 << (31 - bit))) >>> 0
  }
  return masked
}

/** The first three groups are the site's, the rest is one place in it. */
export function maskIpv6(text: string, count: Count): string {
  const [address = '', size] = text.toLowerCase().split('/')
  const site = address.split(':').slice(0, 3).join(':')
  const place = size === undefined ? count('ipv6', address).toString(16) : ''
  return `2001:db8:${count('ipv6-site', site).toString(16)}::${place}${size === undefined ? '' : `/${size}`}`
}

const toNumber = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256 + part, 0)
const toText = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
