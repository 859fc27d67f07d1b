/** The two ways of polling a list. Each call tells what has changed since the one before it; the first one tells nothing. */
import { readRow } from '../bind-family.ts'
import type { FamilyTable } from '../family-table.ts'
import { readItems } from '../pages/read-items.ts'
import type { Send } from '../transport.ts'
import type { AnyRequest, Target } from '../request-types.ts'
import { compare, type Fields, type Known, listGone } from './compare.ts'
import type { Change } from './watch-options.ts'

/** What is known changes only when all of it was read, so that one that failed can be made again. */
export type Poll = () => Promise<readonly Change<Fields>[]>

/** How an item is read by itself, where a list only grows, the newest first: what has ended there stays as it is. */
export interface Ending {
  readonly get: Target
  readonly hasEnded: (item: Fields) => boolean
}

/** Operations whose facts say that they get actions are of the one list that only grows. `undefined` for every other family. */
export function findEnding({ api, operations }: FamilyTable): Ending | undefined {
  const row = operations['get']
  const get = row === undefined ? undefined : readRow(api, row)
  const { waits, state = '', states = {} } = get?.facts ?? {}
  if (!get || !waits) return undefined
  const field = state.slice(state.lastIndexOf('.') + 1)
  return { get, hasEnded: (item) => states[String(item[field])]?.length === 0 }
}

/** Reads all of it each time. */
export function pollAll(list: Target, send: Send, request: AnyRequest, signal: AbortSignal | undefined): Poll {
  const { key = 'id' } = list.facts
  let known: Known | undefined
  return async () => {
    const items = await readItems<Fields, unknown>(list, send, request, signal && { signal }).toArray()
    const seen = new Map(items.map((item) => [item[key], item]))
    const changes = known ? [...compare(known, seen), ...listGone(known, seen)] : []
    known = seen
    return changes
  }
}

/** Up to so many items that are not on the newest pages are read one by one, and more by their pages. */
const mostByThemselves = 3

/** Reads the newest page, those behind it as far as something there is new or under way, and what else is under way by itself. */
export function pollNewest(
  list: Target,
  { get, hasEnded }: Ending,
  send: Send,
  request: AnyRequest,
  signal: AbortSignal | undefined,
): Poll {
  const options = signal && { signal }
  let known: Known | undefined
  let newest = 0

  const readOne = async (id: unknown): Promise<Fields> => {
    const name = /\{(\w+)\}/.exec(get.path)?.[1] as string
    const data = await send.read<Readonly<Record<string, Fields>>>(await send(get, { path: { [name]: id } }, options))
    return data[(get.facts.state as string).split('.')[0] as string] as Fields
  }

  return async () => {
    const read = new Map<unknown, Fields>()
    const missing = new Set([...(known ?? [])].flatMap(([id, item]) => (hasEnded(item) ? [] : [id])))
    for await (const { items } of readItems<Fields, unknown>(list, send, request, options).pages()) {
      for (const item of items) {
        read.set(item['id'], item)
        missing.delete(item['id'])
      }
      const isNewer = ({ id }: Fields) => (id as number) > newest
      // At the first look everything is newer; then what is under way decides.
      if (known ? !items.every(isNewer) && missing.size <= mostByThemselves : items.every(hasEnded)) break
    }
    for (const id of missing) read.set(id, await readOne(id))
    const changes: Change<Fields>[] = []
    if (known) {
      const told = new Map([...read].filter(([id]) => known?.has(id) || (id as number) > newest).toReversed())
      changes.push(...compare(known, told))
    }
    newest = Math.max(newest, ...[...read.keys()].map(Number))
    known = read
    return changes
  }
}
