/** Jobs and what they did with each source, as of this moment: files are counted while the clock runs. */
import { keyOf } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { under } from '../../store/store.ts'

export type Job = Kinds['IndexingJob']
export type Indexed = Kinds['IndexedDataSource']

/** Kept beside what a job does with one source. */
export interface Reading {
  readonly items: number
  readonly bytes: number
  /** How many items were in the knowledge base before. */
  readonly before: number
  /** When it came to this source, and how long that takes: milliseconds. */
  readonly beganAt?: number
  readonly takes: number
}

declare module '../../engine/kinds.ts' {
  interface Hidden {
    IndexedDataSource: Reading
  }
}

/** Where what a job did with one source is. */
export function indexedAt(job: string, source: string) {
  return { parent: under(keyOf('IndexingJob', job)), id: source }
}

export function listIndexed({ engine }: World, job: string): Indexed[] {
  return engine.all('IndexedDataSource', { parent: under(keyOf('IndexingJob', job)) })
}

/** What the newest job that came to the source did with it, as it is now. */
export function findLastIndexed(world: World, source: string): Indexed | undefined {
  const { engine } = world
  const where = [{ field: 'data_source_uuids[]', equals: source }] as const
  for (const { uuid } of engine.all('IndexingJob', { where, order: 'newest' })) {
    const found = engine.find('IndexedDataSource', indexedAt(uuid, source))
    if (found?.started_at !== undefined) return describeIndexed(world, uuid, found)
  }
  return undefined
}

export function describeIndexed({ engine, clock }: World, job: string, value: Indexed): Indexed {
  if (value.status !== 'DATA_SOURCE_STATUS_IN_PROGRESS') return value
  return { ...value, ...countProgress(engine.hidden('IndexedDataSource', indexedAt(job, value.data_source_uuid)), clock.now()) }
}

/** How far the reading is at a moment, spread evenly over its time. */
export function countProgress({ items, bytes, before, beganAt = Infinity, takes }: Reading, moment: number) {
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

export function describeJob(world: World, job: Job): Job {
  return { ...job, data_source_jobs: listIndexed(world, job.uuid).map((each) => describeIndexed(world, job.uuid, each)) }
}
