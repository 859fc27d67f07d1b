/** IPv4 networks in CIDR notation. */
interface Bounds {
  readonly first: number
  readonly last: number
}

export interface IpRange extends Bounds {
  readonly bits: number
}

/** Parses a network; undefined if it is invalid: not four numbers, no prefix length, or host bits set. */
export function parseRange(text: string): IpRange | undefined {
  const [, address = '', length = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(text) ?? []
  const first = parseAddress(address)
  const bits = Number(length)
  if (first === undefined || length === '' || bits > 32) return undefined
  const size = 2 ** (32 - bits)
  return first % size === 0 ? { first, last: first + size - 1, bits } : undefined
}

/** Parses an address to a number; undefined if it is invalid. */
export function parseAddress(text: string): number | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return undefined
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0)
}

export function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}

export function rangesOverlap(a: Bounds, b: Bounds): boolean {
  return a.first <= b.last && b.first <= a.last
}

export function rangeContains(outer: Bounds, inner: Bounds): boolean {
  return outer.first <= inner.first && inner.last <= outer.last
}
