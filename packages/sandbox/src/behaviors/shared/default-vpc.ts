/** Every region has a VPC for those that name none. It comes to be when it is first needed. */
import type { World } from '../../engine/world.ts'
import { overlap, parseRange } from './ip-ranges.ts'

export function findDefaultVpc({ engine }: World, region: string): Record<string, unknown> | undefined {
  const where = [
    { field: 'region', equals: region },
    { field: 'default', equals: true },
  ]
  return engine.all({ kind: 'Vpc', where })[0]
}

export function ensureDefaultVpc(world: World, region: string): Record<string, unknown> {
  return (
    findDefaultVpc(world, region) ??
    world.engine.create('Vpc', {
      name: freeName(world, `default-${region}`),
      region,
      ip_range: nextRange(world),
      default: true,
      description: '',
    })
  )
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
