/** What lists of scenarios and simulations can do beyond pages: be searched, filtered and sorted, and say what can be chosen. */

/** Whether any of the texts has `search` in it, in any case. */
export function hasText(search: string | undefined, texts: readonly (string | undefined)[]): boolean {
  const wanted = (search ?? '').toLowerCase()
  return texts.some((text) => (text ?? '').toLowerCase().includes(wanted))
}

/** Whether a value is one of those that are wanted. Those that are unspecified filter nothing. */
export function matchesFilter<T extends string>(wanted: readonly T[] | undefined, value: T | undefined): boolean {
  const said = (wanted ?? []).filter((each) => !each.endsWith('_UNSPECIFIED'))
  return said.length === 0 || (value !== undefined && said.includes(value))
}

/** Each value that occurs, once. */
export function listDistinct<T extends string>(values: readonly (T | undefined)[]): T[] {
  return [...new Set(values)].filter((value) => value !== undefined).toSorted()
}

/** By the name of each field that can be sorted by: what is compared. What has none comes last in both directions. */
export type SortKeys<T, Field extends string> = {
  readonly [Name in Exclude<Field, `${string}_UNSPECIFIED`>]: (value: T) => string | number | undefined
}

interface SortQuery<Field extends string> {
  readonly sort_by?: Field | undefined
  readonly sort_direction?: 'SORT_DIRECTION_UNSPECIFIED' | 'SORT_DIRECTION_ASC' | 'SORT_DIRECTION_DESC' | undefined
}

/** What holds where the request does not say. */
interface DefaultSort<Field extends string> {
  readonly by: Exclude<Field, `${string}_UNSPECIFIED`>
  readonly direction: 'SORT_DIRECTION_ASC' | 'SORT_DIRECTION_DESC'
}

/** @param values in the order that holds where two are alike, ascending */
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
  const asked = direction === undefined || direction === 'SORT_DIRECTION_UNSPECIFIED' ? defaultSort.direction : direction
  const ordered = asked === 'SORT_DIRECTION_DESC' ? sorted.toReversed() : sorted
  return [...ordered, ...pairs.filter(({ key }) => key === undefined)].map(({ value }) => value)
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** For the reply: what the orders are called, and both directions. */
export function listSortOptions<T, Field extends string>(orders: SortKeys<T, Field>) {
  return {
    available_sort_by: Object.keys(orders) as Exclude<Field, `${string}_UNSPECIFIED`>[],
    available_sort_directions: ['SORT_DIRECTION_ASC', 'SORT_DIRECTION_DESC'] as const,
  }
}
