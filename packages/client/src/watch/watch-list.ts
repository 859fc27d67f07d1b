/** Looks at a list again and again, and tells what has changed from one look to the next. */
import { readRow } from '../bind-family.ts'
import { CloudError, ConnectionError, HttpError } from '../errors.ts'
import type { FamilyTable } from '../family-table.ts'
import { readItems } from '../pages/read-items.ts'
import { isTransient } from '../retry/decide-retry.ts'
import type { Send } from '../transport.ts'
import type { Change, FieldChange, WatchOptions } from './watch-options.ts'

/** However short a pause is asked for: the platform counts every look. */
const leastPauseMs = 100

type Fields = Readonly<Record<string, unknown>>

/** @throws CloudError when the family has no list whose items can be told apart */
export async function* watchList(
  name: string,
  table: FamilyTable | undefined,
  send: Send,
  { query = {}, signal, intervalMs = 5000 }: WatchOptions = {},
): AsyncGenerator<Change<Fields>, void, undefined> {
  const row = table?.operations['list']
  const target = table && row !== undefined ? readRow(table.api, row) : undefined
  const { pages, list = pages, key = 'id' } = target?.facts ?? {}
  if (!target || !list || !key) throw new CloudError(`cloud.watch('${name}'): there is no list of them to watch.`)
  const pause = intervalMs > leastPauseMs ? intervalMs : leastPauseMs
  let known: ReadonlyMap<unknown, Fields> | undefined
  for (;;) {
    const read = async () => {
      const items = await readItems<Fields, unknown>(target, send, { query }, signal && { signal }).toArray()
      return new Map(items.map((item) => [item[key], item]))
    }
    // What is there at the first look is where watching begins, and what a lost connection hid comes with the next one.
    const seen: ReadonlyMap<unknown, Fields> | undefined = known ? await look(read) : await read()
    if (known && seen) yield* compare(known, seen)
    known = seen ?? known
    await send.clock.sleep(pause, signal)
  }
}

/** `undefined` when the platform could not be asked just now. */
async function look<Seen>(read: () => Promise<Seen>): Promise<Seen | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ConnectionError || (error instanceof HttpError && isTransient(error.status))) return undefined
    throw error
  }
}

function* compare(known: ReadonlyMap<unknown, Fields>, seen: ReadonlyMap<unknown, Fields>): Generator<Change<Fields>> {
  for (const [id, after] of seen) {
    const before = known.get(id)
    const changes = before ? [...listChanges(before, after)] : []
    if (!before) yield { kind: 'made', before, after, changes }
    else if (changes.length > 0) yield { kind: 'changed', before, after, changes }
  }
  for (const [id, before] of known) {
    if (!seen.has(id)) yield { kind: 'gone', before, after: undefined, changes: [] }
  }
}

/** Field by field, into objects; an array is one value. */
function* listChanges(before: Fields, after: Fields, path = ''): Generator<FieldChange> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[name], after[name]]
    const field = `${path}${name}`
    if (isPlain(from) && isPlain(to)) yield* listChanges(from, to, `${field}.`)
    else if (JSON.stringify(from) !== JSON.stringify(to)) yield { field, from, to }
  }
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
