/** Droplets that a firewall protects. */
import { unprocessable } from '../../engine/failure.ts'
import { uniqueTags } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'

export interface Coverage {
  readonly droplet_ids: readonly number[]
  readonly tags: readonly string[]
}

type RequestFields = Pick<Operations['firewalls_create']['body'], 'droplet_ids' | 'tags'>

/** @throws Failure 422 when a droplet or a tag does not exist */
export function parseCoverage(ctx: AccountContext, { droplet_ids: ids, tags }: RequestFields): Coverage {
  return { droplet_ids: listDroplets(ctx, ids), tags: listTags(ctx, tags) }
}

export function listDroplets({ engine }: AccountContext, given: readonly number[] | null | undefined): number[] {
  const ids = [...new Set(given)]
  if (ids.some((id) => !engine.find('Droplet', id))) throw unprocessable('droplet does not exist')
  return ids
}

/** Does not create new tags, unlike other operations. */
export function listTags(ctx: AccountContext, given: readonly string[] | null | undefined): string[] {
  const missing = given?.find((name) => !tagExists(ctx, name))
  if (missing !== undefined) throw unprocessable(`tag ${missing} does not exist`)
  return uniqueTags(given ?? [])
}

export function tagExists({ engine }: AccountContext, name: string): boolean {
  return engine.find('Tag', name.toLowerCase()) !== undefined
}

/** Lists the droplets that are named or have one of the tags now. */
export function listCovered({ engine }: AccountContext, { droplet_ids: ids, tags }: Coverage): number[] {
  const tagged = tags.flatMap((tag) => engine.list('Droplet', { where: [{ field: 'tags[]', equals: tag, ignoreCase: true }] }))
  return [...new Set([...ids, ...tagged.map(({ id }) => id)])]
}
