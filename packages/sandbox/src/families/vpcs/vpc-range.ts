import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { allocateRange } from '../../shared/default-vpc.ts'
import { rangeContains, rangesOverlap, parseRange } from '../../shared/ip-ranges.ts'

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].flatMap((text) => parseRange(text) ?? [])

/** Returns the requested range, or a free one. @throws Failure 422 */
export function chooseRange(ctx: AccountContext, text: string | undefined): string {
  if (!text) return allocateRange(ctx)
  const range = parseRange(text)
  if (!range) throw unprocessable(`ip_range: "${text}" is not an IPv4 network in CIDR notation.`)
  if (!privateRanges.some((outer) => rangeContains(outer, range)))
    throw unprocessable('ip_range: must be inside 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16.')
  if (range.bits < 16 || range.bits > 28) throw unprocessable('ip_range: must be a network of 16 to 28 bits.')
  for (const vpc of ctx.engine.list('Vpc')) {
    const other = parseRange(vpc.ip_range)
    if (other && rangesOverlap(other, range)) throw unprocessable(`ip_range: overlaps ${vpc.ip_range} of the VPC ${vpc.name}.`)
  }
  return text
}
