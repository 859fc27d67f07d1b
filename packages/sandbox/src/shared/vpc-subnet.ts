import type { World } from '../engine/world.ts'

/** The subnet that a VPC has by itself: no operation shows it, but what is put into the VPC names it. */
export function subnetOf({ engine, ids }: World, vpc: unknown): string {
  const key = { kind: 'Vpc', id: String(vpc) }
  const known = engine.hidden(key)['subnet']
  if (typeof known === 'string') return known
  const subnet = ids.uuid()
  engine.hide(key, { subnet })
  return subnet
}
