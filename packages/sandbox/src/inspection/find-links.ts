/** Finds references to other objects by field name: `vpc_uuid`, `droplet_ids`, `region.slug`, `size`, URNs. */
import { isRecord } from '../engine/values.ts'
import { resourceRows } from '../generated/resources.ts'

/** A possible id of an object, and its possible kinds. */
export interface LinkHint {
  readonly field: string
  readonly id: string
  readonly kinds: readonly string[]
}

/** Kinds by their name in replies, without nested kinds, whose id is not unique. */
const kindsByName = new Map<string, string[]>()
const kindsByUrn = new Map<string, string[]>()
const uuidKinds: string[] = []
for (const [kind, { one, parents, urn, id }] of Object.entries(resourceRows)) {
  if (parents !== undefined && parents.length > 0) continue
  if (one !== undefined) kindsByName.set(one, [...(kindsByName.get(one) ?? []), kind])
  if (urn !== undefined)
    kindsByUrn.set(urn.slice(0, urn.lastIndexOf(':')), [...(kindsByUrn.get(urn.slice(0, urn.lastIndexOf(':'))) ?? []), kind])
  if (id?.kind === 'uuid') uuidKinds.push(kind)
}

const idName = /^(?:(.+)_)?(?:id|uuid|slug|ip)s?$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const maxHints = 500

export function findLinks(value: unknown): LinkHint[] {
  const hints: LinkHint[] = []
  visit(value, [], hints)
  return hints
}

function visit(value: unknown, path: readonly string[], hints: LinkHint[]): void {
  if (hints.length >= maxHints) return
  if (Array.isArray(value)) for (const item of value) visit(item, path, hints)
  else if (isRecord(value)) for (const [name, member] of listLinkMembers(value, path)) visit(member, [...path, name], hints)
  else if (typeof value === 'string' || typeof value === 'number') addHint(String(value), path, hints)
}

/** Lists the members to search. Of an embedded object only the id counts, because its other references are its own. */
function listLinkMembers(value: Readonly<Record<string, unknown>>, path: readonly string[]): readonly (readonly [string, unknown])[] {
  const members = Object.entries(value)
  if (findKinds(path.at(-1) ?? '').length === 0) return members
  const identity = members.filter(([name]) => /^(?:id|uuid|slug|ip)$/.test(name))
  return identity.length > 0 ? identity : members
}

function addHint(id: string, path: readonly string[], hints: LinkHint[]): void {
  const [name = '', above = ''] = path.toReversed()
  const field = path.join('.')
  if (id === '' || id.length > 200) return
  if (/^urns?$|_urns?$/.test(name) || id.startsWith('do:')) {
    const kinds = kindsByUrn.get(id.slice(0, id.lastIndexOf(':')))
    if (kinds) hints.push({ field, id: id.slice(id.lastIndexOf(':') + 1), kinds })
    return
  }
  const match = idName.exec(name)
  // Skips the object's own id.
  if (match && match[1] === undefined && path.length === 1) return
  const kindName = match ? (match[1] ?? above) : name
  const kinds = findKinds(kindName)
  if (kinds.length > 0) hints.push({ field, id, kinds })
  else if (match && uuid.test(id)) hints.push({ field, id, kinds: uuidKinds })
}

/** Finds kinds by field name, for example `droplet` for `source_droplet` and `droplets`. */
function findKinds(name: string): readonly string[] {
  for (const each of [
    name,
    name.replace(/s$/, ''),
    name.slice(name.lastIndexOf('_') + 1),
    name.slice(name.lastIndexOf('_') + 1).replace(/s$/, ''),
  ]) {
    const kinds = kindsByName.get(each)
    if (kinds) return kinds
  }
  return []
}
