/** Every region has a VPC for those that name none. It comes to be when it is first needed. */
import type { World } from '../../engine/world.ts'

export function ensureDefaultVpc({ engine, store }: World, region: string): Record<string, unknown> {
  const [found] = engine.all({
    kind: 'Vpc',
    where: [
      { field: 'region', equals: region },
      { field: 'default', equals: true },
    ],
  })
  return (
    found ??
    engine.create('Vpc', {
      name: `default-${region}`,
      region,
      ip_range: nextRange(store.next('vpc-range', 0)),
      default: true,
      description: '',
    })
  )
}

/** 10.108.0.0/20, 10.108.16.0/20, … */
function nextRange(n: number): string {
  return `10.${108 + (n >> 4)}.${(n & 15) * 16}.0/20`
}
