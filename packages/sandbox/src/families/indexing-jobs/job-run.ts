/** State changes of an indexing job. All its sources are read together, and counted when the job ends. */
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type DataSource, sourceAt } from '../../shared/knowledge-bases.ts'
import { type Indexed, indexedAt, type Job, listIndexed } from './job-result.ts'

const bytesOfItem = 10_000
const bytesOfToken = 8

const unfinishedStatuses: ReadonlySet<Job['status']> = new Set(['INDEX_JOB_STATUS_PENDING', 'INDEX_JOB_STATUS_IN_PROGRESS'])

export function findRunning({ engine }: AccountContext, base: string): Job | undefined {
  // A knowledge base runs one job at a time, which is always the newest.
  const found = engine.findNewest('IndexingJob', { where: [{ field: 'knowledge_base_uuid', equals: base }] })
  return found && !hasEnded(found) ? found : undefined
}

export function hasEnded({ status }: Job): boolean {
  return !unfinishedStatuses.has(status)
}

export function startJob(ctx: AccountContext, base: string, sources: readonly DataSource[]): Job {
  const { engine } = ctx
  const fields = {
    knowledge_base_uuid: base,
    phase: 'BATCH_JOB_PHASE_PENDING',
    data_source_uuids: sources.map((source) => source.uuid),
    total_datasources: sources.length,
    total_tokens: '0',
    completed_datasources: 0,
    tokens: 0,
    is_report_available: false,
  } as const
  const { uuid } = engine.create('IndexingJob', fields)
  return engine.setFields('IndexingJob', uuid, { started_at: undefined })
}

export const onEnter: NonNullable<ResourceHooks<'IndexingJob'>['onEnter']> = {
  INDEX_JOB_STATUS_IN_PROGRESS: (job, _key, ctx) => startReading(job, ctx),
  INDEX_JOB_STATUS_COMPLETED: (job, _key, ctx) => finishReading(job, ctx),
  INDEX_JOB_STATUS_CANCELLED: (job, _key, ctx) => discardIndexed(job, ctx),
}

function startReading(job: Job, { engine, clock }: AccountContext): Changes<Job> {
  const { uuid } = job
  const timestamp = clock.timestamp()
  for (const id of job.data_source_uuids) {
    const source = engine.find('KnowledgeBaseDataSource', sourceAt(job.knowledge_base_uuid, id))
    if (!source) continue
    const { parent } = indexedAt(uuid, id)
    const fields = { status: 'DATA_SOURCE_STATUS_IN_PROGRESS', error_msg: '', error_details: '' } as const
    engine.create('IndexedDataSource', { ...fields, ...countItems(measureSource(source), 0) }, { parent, id })
    engine.setFields('IndexedDataSource', { parent, id }, { started_at: timestamp })
  }
  return { phase: 'BATCH_JOB_PHASE_RUNNING', started_at: timestamp }
}

interface SourceMeasure {
  readonly items: number
  readonly bytes: number
}

/** A file is one item of its size, a page one of 10,000 bytes; other sources are ten such items. */
function measureSource({ file_upload_data_source: file, web_crawler_data_source: site }: DataSource): SourceMeasure {
  if (file) return { items: 1, bytes: Number(file.size_in_bytes) }
  const items = site?.crawling_option === 'SCOPED' || site?.crawling_option === 'UNKNOWN' ? 1 : 10
  return { items, bytes: items * bytesOfItem }
}

function countItems({ items, bytes }: SourceMeasure, indexed: number, skippedItems = 0) {
  return {
    total_file_count: String(items),
    indexed_file_count: String(indexed + skippedItems),
    indexed_item_count: String(indexed),
    skipped_item_count: String(skippedItems),
    failed_item_count: '0',
    removed_item_count: '0',
    total_bytes: String(bytes),
    total_bytes_indexed: String(indexed + skippedItems > 0 ? bytes : 0),
  }
}

function finishReading(job: Job, ctx: AccountContext): Changes<Job> {
  const { engine, clock } = ctx
  const { uuid } = job
  const timestamp = clock.timestamp()
  let tokens = 0
  const indexed = listIndexed(ctx, uuid)
  for (const { data_source_uuid: id } of indexed) {
    const at = sourceAt(job.knowledge_base_uuid, id)
    const source = engine.find('KnowledgeBaseDataSource', at)
    if (!source) continue
    const measure = measureSource(source)
    const isNew = !engine.getHidden('KnowledgeBaseDataSource', at).isIndexed
    const status: Indexed['status'] = isNew ? 'DATA_SOURCE_STATUS_UPDATED' : 'DATA_SOURCE_STATUS_NOT_UPDATED'
    const counts = isNew ? countItems(measure, measure.items) : countItems(measure, 0, measure.items)
    engine.setFields('IndexedDataSource', indexedAt(uuid, id), { ...counts, status, completed_at: timestamp })
    engine.setHidden('KnowledgeBaseDataSource', at, { isIndexed: true })
    if (isNew) tokens += Math.ceil(measure.bytes / bytesOfToken)
  }
  return {
    tokens,
    total_tokens: String(tokens),
    completed_datasources: indexed.length,
    status: tokens > 0 ? 'INDEX_JOB_STATUS_COMPLETED' : 'INDEX_JOB_STATUS_NO_CHANGES',
    phase: 'BATCH_JOB_PHASE_SUCCEEDED',
    is_report_available: true,
    finished_at: timestamp,
  }
}

/** Marks everything that a cancelled job has indexed as cancelled. */
function discardIndexed({ uuid, started_at: startedAt }: Job, ctx: AccountContext): Changes<Job> {
  const timestamp = ctx.clock.timestamp()
  for (const { data_source_uuid: source } of listIndexed(ctx, uuid))
    ctx.engine.setFields('IndexedDataSource', indexedAt(uuid, source), { status: 'DATA_SOURCE_STATUS_CANCELLED', completed_at: timestamp })
  return { phase: 'BATCH_JOB_PHASE_CANCELLED', finished_at: timestamp, is_report_available: startedAt !== undefined }
}

export function cancelJob({ engine }: AccountContext, job: string): void {
  engine.trigger('IndexingJob', job, 'indexingJobs_cancel')
}
