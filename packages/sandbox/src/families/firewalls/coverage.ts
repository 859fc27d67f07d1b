/** Droplets that a firewall protects. */
import type { AccountContext } from '../../engine/account-context.ts'

export interface Coverage {
  readonly droplet_ids: readonly number[]
  readonly tags: readonly string[]
}

/** Lists the droplets that are named or carry one of the tags now. */
export function listCovered({ engine }: AccountContext, { droplet_ids: ids, tags }: Coverage): number[] {
  const tagged = tags.flatMap((tag) => engine.list('Droplet', { where: [{ field: 'tags[]', equals: tag, ignoreCase: true }] }))
  return [...new Set([...ids, ...tagged.map(({ id }) => id)])]
}
