/** Jobs and what they did with each source, as of this moment: files are counted while the clock runs. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'

export const jobKey = (uuid: unknown): Key => ({ kind: 'IndexingJob', id: String(uuid) })

/** Kept beside what a job does with one source. */
export interface Reading {
  readonly items: number
  readonly bytes: number
  /** How many items were in the knowledge base before. */
  readonly before: number
  /** When it came to this source, and how long that takes: milliseconds. */
  readonly beganAt?: number
  readonly takes: number
  readonly job: string
}

export function readReading({ engine }: World, key: Key): Reading {
  return engine.hidden(key) as unknown as Reading // written only by run-job
}

export interface Indexed {
  readonly key: Key
  readonly value: Value
}

export function listIndexed({ engine }: World, job: Key): Indexed[] {
  const parent = under(job)
  return engine
    .all({ kind: 'IndexedDataSource', parent })
    .map((value) => ({ key: { kind: 'IndexedDataSource', id: String(value['data_source_uuid']), parent }, value }))
}

/** What the newest job that came to the source did with it. */
export function findLastIndexed(world: World, source: string): Indexed | undefined {
  const where = [{ field: 'data_source_uuids[]', equals: source }]
  for (const { uuid } of world.engine.all({ kind: 'IndexingJob', where, order: 'newest' })) {
    const found = listIndexed(world, jobKey(uuid)).find(({ key, value }) => key.id === source && value['started_at'] !== undefined)
    if (found) return found
  }
  return undefined
}

export function describeIndexed(world: World, { key, value }: Indexed): Value {
  if (value['status'] !== 'DATA_SOURCE_STATUS_IN_PROGRESS') return value
  return { ...value, ...countProgress(readReading(world, key), world.clock.now()) }
}

/** How far the reading is at a moment, spread evenly over its time. */
export function countProgress({ items, bytes, before, beganAt = Infinity, takes }: Reading, moment: number): Value {
  const share = takes === 0 ? 1 : Math.min(Math.max((moment - beganAt) / takes, 0), 1)
  const read = Math.floor((items - before) * share)
  return {
    total_file_count: String(items),
    indexed_file_count: String(before + read),
    indexed_item_count: String(read),
    skipped_item_count: String(before),
    failed_item_count: '0',
    removed_item_count: '0',
    total_bytes: String(bytes),
    total_bytes_indexed: String(items === 0 ? 0 : Math.round((bytes * (before + read)) / items)),
  }
}

export function describeJob(world: World, job: Key): Value {
  const value = world.engine.get(job)
  return { ...value, data_source_jobs: listIndexed(world, job).map((each) => describeIndexed(world, each)) }
}
