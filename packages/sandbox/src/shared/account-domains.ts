import type { World } from '../engine/world.ts'

/** The domain of the account that a host name belongs to; `*.` before it makes no difference. */
export function findZone({ store }: World, host: string): string | undefined {
  const labels = host.toLowerCase().replace(/^\*\./, '').replace(/\.$/, '').split('.')
  return labels
    .map((_label, index) => labels.slice(index).join('.'))
    .find((name) => store.get({ kind: 'Domain', id: name })?.text !== undefined)
}

export function isInAccount(world: World, host: string): boolean {
  return findZone(world, host) !== undefined
}
