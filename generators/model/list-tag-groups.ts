/** Groups families by `x-tagGroups`, and the operations of a family by tag, for navigation. */
import type { Api, Family, Operation } from './api-model.ts'

export interface FamilyGroup {
  /** Empty if the API has no groups. */
  readonly title: string
  /** Sorted by title. */
  readonly families: readonly Family[]
}

/** @throws Error if the tag of a family is not in exactly one group */
export function listFamilyGroups(api: Api): FamilyGroup[] {
  const families = api.families.filter(({ operations }) => operations.length > 0).toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
  const groups = api.document['x-tagGroups']
  if (!groups) return [{ title: '', families }]
  for (const { name } of api.document.tags ?? []) {
    const count = groups.filter(({ tags }) => tags.includes(name)).length
    if (count !== 1) throw new Error(`The tag "${name}" of ${api.title} is in ${count} groups of x-tagGroups. Expected one.`)
  }
  return groups.map(({ name, tags }) => ({ title: name, families: families.filter((family) => tags.includes(getFirstTag(api, family))) }))
}

function getFirstTag(api: Api, { operations: [first] }: Family): string {
  return first ? getTag(api, first) : ''
}

export interface TaggedOperations {
  readonly tag: string
  readonly operations: readonly Operation[]
}

/** Groups the operations of a family by tag, in the order of the document. */
export function groupByTag(api: Api, { operations }: Family): TaggedOperations[] {
  return [...Map.groupBy(operations, (operation) => getTag(api, operation))].map(([tag, own]) => ({ tag, operations: own }))
}

function getTag({ document }: Api, { path, method }: Operation): string {
  const { tags = [] } = (document.paths[path]?.[method] ?? {}) as { readonly tags?: readonly string[] }
  return tags[0] ?? ''
}
