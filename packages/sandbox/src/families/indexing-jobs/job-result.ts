/** Indexing jobs with the results of their data sources. */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'

export type Job = Kinds['IndexingJob']
export type Indexed = Kinds['IndexedDataSource']

export const indexedAt = (job: string, source: string) => ({ parent: childPath(keyOf('IndexingJob', job)), id: source })

export function listIndexed({ engine }: AccountContext, job: string): Indexed[] {
  return engine.list('IndexedDataSource', { parent: childPath(keyOf('IndexingJob', job)) })
}

/** Finds the result of the newest started job for the source. */
export function findLastIndexed({ engine }: AccountContext, source: string): Indexed | undefined {
  const where = [{ field: 'data_source_uuids[]', equals: source }] as const
  for (const { uuid } of engine.list('IndexingJob', { where, order: 'newest' })) {
    const found = engine.find('IndexedDataSource', indexedAt(uuid, source))
    if (found) return found
  }
  return undefined
}

export const describeJob = (ctx: AccountContext, job: Job): Job => ({ ...job, data_source_jobs: listIndexed(ctx, job.uuid) })
