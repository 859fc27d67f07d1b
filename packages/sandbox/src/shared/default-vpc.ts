/** Default VPCs: every account has one in each region, for requests that name no VPC. */
import type { CreateInput } from '../engine/kinds.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import { rangesOverlap, parseRange, formatAddress } from './ip-ranges.ts'
import { formatNanoseconds } from './format-timestamp.ts'

type Vpc = Kinds['Vpc']

export function findDefaultVpc({ engine }: AccountContext, region: string): Vpc | undefined {
  const where = [
    { field: 'region', equals: region },
    { field: 'default', equals: true },
  ] as const
  return engine.list('Vpc', { where })[0]
}

/** Returns the default VPC of a region, and creates it if it does not exist. */
export function ensureDefaultVpc(ctx: AccountContext, region: string): Vpc {
  return findDefaultVpc(ctx, region) ?? createDefaultVpc(ctx, region, allocateRange(ctx), findFreeName(ctx, getDefaultName(region)))
}

/** Returns the VPC of a request, whose existence the engine has checked, or the default VPC of the region. */
export function findVpcOrDefault(ctx: AccountContext, id: string | null | undefined, region: string): Vpc {
  return id ? ctx.engine.get('Vpc', id) : ensureDefaultVpc(ctx, region)
}

/** Creates the default VPCs of all regions, in 10.196.0.0/14, so that ranges that users like to choose stay free. */
export function createDefaultVpcs(ctx: AccountContext): void {
  const regions = ctx.engine.list('Region', { where: [{ field: 'available', equals: true }] })
  for (const [n, { slug }] of regions.entries())
    createDefaultVpc(ctx, slug, `10.${196 + (n >> 4)}.${(n & 15) * 16}.0/20`, getDefaultName(slug))
}

const getDefaultName = (region: string) => `default-${region}`

function createDefaultVpc(ctx: AccountContext, region: string, range: string, name: string): Vpc {
  return createVpc(ctx, { name, region, ip_range: range, default: true, description: '' })
}

export function createVpc({ engine, clock }: AccountContext, fields: Omit<CreateInput<'Vpc'>, 'resolver_ip'>): Vpc {
  const id = engine.createId('Vpc')
  const created = formatNanoseconds(clock.now(), id)
  return engine.create('Vpc', { ...fields, created_at: created, resolver_ip: getResolverAddress(fields.ip_range) }, { id })
}

/** Returns the last address before the broadcast address. */
function getResolverAddress(range: string): string {
  return formatAddress((parseRange(range)?.last ?? 0) - 1)
}

/** Returns the next range of 10.108.0.0/20, 10.108.16.0/20, … that overlaps no VPC of the account. */
export function allocateRange({ engine, store }: AccountContext): string {
  const usedRanges = engine.list('Vpc').flatMap((vpc) => parseRange(vpc.ip_range) ?? [])
  for (;;) {
    const n = store.nextCounter('vpc-range', 0)
    // After 10.255.240.0/20 the ranges below 10.108.0.0 are used too.
    const text = `10.${(108 + (n >> 4)) % 256}.${(n & 15) * 16}.0/20`
    const range = parseRange(text)
    if (range && !usedRanges.some((other) => rangesOverlap(other, range))) return text
  }
}

/** Returns a name that no other VPC has. */
function findFreeName({ engine }: AccountContext, name: string): string {
  let free = name
  for (let n = 2; engine.findUnique('Vpc', [free]); n++) free = `${name}-${n}`
  return free
}
