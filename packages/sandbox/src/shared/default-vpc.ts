/** Every region has a VPC for those that name none, from the account's first day. */
import type { World } from '../engine/world.ts'
import { overlap, parseRange, writeAddress } from './ip-ranges.ts'

export function findDefaultVpc({ engine }: World, region: string): Record<string, unknown> | undefined {
  const where = [
    { field: 'region', equals: region },
    { field: 'default', equals: true },
  ]
  return engine.all({ kind: 'Vpc', where })[0]
}

/** Also where the account is older than that rule, or the region. */
export function ensureDefaultVpc(world: World, region: string): Record<string, unknown> {
  return findDefaultVpc(world, region) ?? makeDefaultVpc(world, region, nextRange(world))
}

/** Every region's, in the network 10.196.0.0/14, which leaves free what accounts like to choose for themselves. */
export function makeDefaultVpcs(world: World): void {
  const regions = world.engine.all({ kind: 'Region', where: [{ field: 'available', equals: true }] })
  for (const [n, { slug }] of regions.entries()) makeDefaultVpc(world, String(slug), `10.${196 + (n >> 4)}.${(n & 15) * 16}.0/20`)
}

function makeDefaultVpc(world: World, region: string, range: string): Record<string, unknown> {
  return makeVpc(world, { name: freeName(world, `default-${region}`), region, ip_range: range, default: true, description: '' })
}

/** With the time it was made at to the nanosecond, as nothing else has it: what its id begins with stands for what the clock does not count. */
export function makeVpc({ engine, ids, clock }: World, fields: Record<string, unknown>): Record<string, unknown> {
  const id = ids.uuid()
  const nanoseconds = String(parseInt(id.slice(0, 8), 16) % 1e6).padStart(6, '0')
  const created = `${new Date(clock.now()).toISOString().slice(0, -1)}${nanoseconds}Z`
  return engine.create('Vpc', { ...fields, created_at: created, resolver_ip: resolverOf(String(fields['ip_range'])) }, { id })
}

/** The last address that is not for broadcast. */
function resolverOf(range: string): string {
  return writeAddress((parseRange(range)?.last ?? 0) - 1)
}

/** 10.108.0.0/20, 10.108.16.0/20, …: the next that overlaps no VPC of the account. */
export function nextRange({ engine, store }: World): string {
  const taken = engine.all({ kind: 'Vpc' }).flatMap((vpc) => parseRange(String(vpc['ip_range'])) ?? [])
  for (;;) {
    const n = store.next('vpc-range', 0)
    // After 10.255.240.0/20 the ranges below 10.108.0.0 are used too.
    const text = `10.${(108 + (n >> 4)) % 256}.${(n & 15) * 16}.0/20`
    const range = parseRange(text)
    if (range && !taken.some((other) => overlap(other, range))) return text
  }
}

/** The user may have given the name to a VPC of another region. */
function freeName({ store }: World, name: string): string {
  let free = name
  for (let n = 2; store.byUnique('Vpc', JSON.stringify([free])) !== undefined; n++) free = `${name}-${n}`
  return free
}
