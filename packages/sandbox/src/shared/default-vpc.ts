/** Every region has a VPC for those that name none, from the account's first day. */
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
  return engine.all('Vpc', { where })[0]
}

/** Also where the account is older than that rule, or the region. */
export function ensureDefaultVpc(ctx: AccountContext, region: string): Vpc {
  return findDefaultVpc(ctx, region) ?? createDefaultVpc(ctx, region, allocateRange(ctx))
}

/** Every region's, in the network 10.196.0.0/14, which leaves free what accounts like to choose for themselves. */
export function createDefaultVpcs(ctx: AccountContext): void {
  const regions = ctx.engine.all('Region', { where: [{ field: 'available', equals: true }] })
  for (const [n, { slug }] of regions.entries()) createDefaultVpc(ctx, slug, `10.${196 + (n >> 4)}.${(n & 15) * 16}.0/20`)
}

function createDefaultVpc(ctx: AccountContext, region: string, range: string): Vpc {
  return createVpc(ctx, { name: findFreeName(ctx, `default-${region}`), region, ip_range: range, default: true, description: '' })
}

export function createVpc({ engine, clock }: AccountContext, fields: Omit<CreateInput<'Vpc'>, 'resolver_ip'>): Vpc {
  const id = engine.newId('Vpc')
  const created = formatNanoseconds(clock.now(), id)
  return engine.add('Vpc', { ...fields, created_at: created, resolver_ip: getResolverAddress(fields.ip_range) }, { id })
}

/** The last address that is not for broadcast. */
function getResolverAddress(range: string): string {
  return formatAddress((parseRange(range)?.last ?? 0) - 1)
}

/** 10.108.0.0/20, 10.108.16.0/20, …: the next that overlaps no VPC of the account. */
export function allocateRange({ engine, store }: AccountContext): string {
  const taken = engine.all('Vpc').flatMap((vpc) => parseRange(vpc.ip_range) ?? [])
  for (;;) {
    const n = store.nextCounter('vpc-range', 0)
    // After 10.255.240.0/20 the ranges below 10.108.0.0 are used too.
    const text = `10.${(108 + (n >> 4)) % 256}.${(n & 15) * 16}.0/20`
    const range = parseRange(text)
    if (range && !taken.some((other) => rangesOverlap(other, range))) return text
  }
}

/** The user may have given the name to a VPC of another region. */
function findFreeName({ engine }: AccountContext, name: string): string {
  let free = name
  for (let n = 2; engine.findUnique('Vpc', [free]); n++) free = `${name}-${n}`
  return free
}
