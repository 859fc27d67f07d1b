/** Search, filters and sort orders of lists of scenarios and simulations. */

/** Returns true if any of the texts contains `search`, ignoring case. */
export function hasText(search: string | undefined, texts: readonly (string | undefined)[]): boolean {
  const needle = (search ?? '').toLowerCase()
  return texts.some((text) => (text ?? '').toLowerCase().includes(needle))
}

/** Returns true if the value is in the filter. `…_UNSPECIFIED` values filter nothing. */
export function matchesFilter<T extends string>(filter: readonly T[] | undefined, value: T | undefined): boolean {
  const values = (filter ?? []).filter((each) => !each.endsWith('_UNSPECIFIED'))
  return values.length === 0 || (value !== undefined && values.includes(value))
}

/** Lists the distinct values. */
export function listDistinct<T extends string>(values: readonly (T | undefined)[]): T[] {
  return [...new Set(values)].filter((value) => value !== undefined).toSorted()
}

/** Sort key by field name. Values without a key come last in both directions. */
export type SortKeys<T, Field extends string> = {
  readonly [Name in Exclude<Field, `${string}_UNSPECIFIED`>]: (value: T) => string | number | undefined
}

interface SortQuery<Field extends string> {
  readonly sort_by?: Field | undefined
  readonly sort_direction?: 'SORT_DIRECTION_UNSPECIFIED' | 'SORT_DIRECTION_ASC' | 'SORT_DIRECTION_DESC' | undefined
}

/** Sort order of a request without one. */
interface DefaultSort<Field extends string> {
  readonly by: Exclude<Field, `${string}_UNSPECIFIED`>
  readonly direction: 'SORT_DIRECTION_ASC' | 'SORT_DIRECTION_DESC'
}

/** Sorts values. @param values in the order for equal keys, ascending */
export function sortValues<T, Field extends string>(
  values: readonly T[],
  orders: SortKeys<T, Field>,
  { sort_by: by, sort_direction: direction }: SortQuery<Field>,
  defaultSort: DefaultSort<Field>,
): T[] {
  const readers: Readonly<Record<string, (value: T) => string | number | undefined>> = orders
  const read = readers[by ?? ''] ?? orders[defaultSort.by]
  const pairs = values.map((value) => ({ value, key: read(value) }))
  const sorted = pairs.filter(({ key }) => key !== undefined).toSorted((a, b) => compare(a.key ?? '', b.key ?? ''))
  const order = direction === undefined || direction === 'SORT_DIRECTION_UNSPECIFIED' ? defaultSort.direction : direction
  const ordered = order === 'SORT_DIRECTION_DESC' ? sorted.toReversed() : sorted
  return [...ordered, ...pairs.filter(({ key }) => key === undefined)].map(({ value }) => value)
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns the available sort fields and directions, for the reply. */
export function listSortOptions<T, Field extends string>(orders: SortKeys<T, Field>) {
  return {
    available_sort_by: Object.keys(orders) as Exclude<Field, `${string}_UNSPECIFIED`>[],
    available_sort_directions: ['SORT_DIRECTION_ASC', 'SORT_DIRECTION_DESC'] as const,
  }
}
