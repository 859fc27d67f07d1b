/** Looks at a list again and again, and tells what has changed from one look to the next. */
import { readRow } from '../bind-family.ts'
import { CloudError, ConnectionError } from '../errors.ts'
import { HttpError } from '../http-errors.ts'
import type { FamilyTable } from '../family-table.ts'
import { isTransient } from '../retry/decide-retry.ts'
import type { Send } from '../transport.ts'
import type { Fields } from './compare.ts'
import { findEnding, type Poll, pollAll, pollNewest } from './poll.ts'
import { createPace } from './pace.ts'
import type { Change, WatchOptions } from './watch-options.ts'

/** @throws CloudError when the family has no list whose items can be told apart */
export async function* watchList(
  name: string,
  table: FamilyTable | undefined,
  client: Send,
  options: WatchOptions = {},
): AsyncGenerator<Change<Fields>, void, undefined> {
  const row = table?.operations['list']
  const target = table && row !== undefined ? readRow(table.api, row) : undefined
  const { pages, list = pages, key = 'id' } = target?.facts ?? {}
  if (!table || !target || !list || !key) throw new CloudError(`cloud.watch('${name}'): there is no list of them to watch.`)
  const { query = {}, signal } = options
  const { send, wait, close } = createPace(client, options)
  const ending = findEnding(table)
  const poll = ending ? pollNewest(target, ending, send, { query }, signal) : pollAll(target, send, { query }, signal)
  try {
    // What is there at the first poll is where watching begins, and what a lost connection hid comes with the next one.
    await poll()
    for (;;) {
      await wait()
      yield* await pollIfReached(poll)
    }
  } finally {
    close()
  }
}

/** Nothing when the platform could not be asked just now. */
async function pollIfReached(poll: Poll): ReturnType<Poll> {
  try {
    return await poll()
  } catch (error) {
    if (error instanceof ConnectionError || (error instanceof HttpError && isTransient(error.status))) return []
    throw error
  }
}
