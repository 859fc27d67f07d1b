/** Which droplets a firewall is in front of. */
import { unprocessable } from '../../engine/failure.ts'
import { uniqueTags, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

export interface Coverage {
  readonly droplet_ids: readonly number[]
  readonly tags: readonly string[]
}

/** @throws Failure 422 when a droplet or a tag does not exist */
export function readCoverage(world: World, body: Value): Coverage {
  return { droplet_ids: readDroplets(world, body['droplet_ids']), tags: readTags(world, body['tags']) }
}

export function readDroplets({ store }: World, given: unknown): number[] {
  const ids = [...new Set((given ?? []) as readonly number[])]
  for (const id of ids) {
    if (store.text({ kind: 'Droplet', id: String(id) }) === undefined) throw unprocessable('droplet does not exist')
  }
  return ids
}

/** Unlike elsewhere a tag that is new is not made. */
export function readTags(world: World, given: unknown): string[] {
  const names = (given ?? []) as readonly string[]
  for (const name of names) {
    if (!tagExists(world, name)) throw unprocessable(`tag ${name} does not exist`)
  }
  return uniqueTags(names)
}

export function tagExists({ store }: World, name: string): boolean {
  return store.text({ kind: 'Tag', id: name.toLowerCase() }) !== undefined
}

/** Those named one by one and those that carry a tag now. */
export function listCovered({ engine }: World, { droplet_ids: ids, tags }: Coverage): number[] {
  const tagged = tags.flatMap((tag) => engine.all({ kind: 'Droplet', where: [{ field: 'tags[]', equals: tag, fold: true }] }))
  return [...new Set([...ids, ...tagged.map(({ id }) => Number(id))])]
}
