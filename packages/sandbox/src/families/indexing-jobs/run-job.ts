/** An indexing job from its beginning to its end: it waits, reads one source after another, and says what came of it. */
import type { World } from '../../engine/world.ts'
import { later } from '../../shared/later.ts'
import { type DataSource, sourceAt } from '../knowledge-bases/index.ts'
import { countProgress, type Indexed, indexedAt, type Job, listIndexed } from './describe-job.ts'
import { countSourceTokens, measureSource } from './measure-source.ts'

const waits = 5
const reads = 60
const unfinished: ReadonlySet<Job['status']> = new Set(['INDEX_JOB_STATUS_PENDING', 'INDEX_JOB_STATUS_IN_PROGRESS'])

export function findRunning({ engine }: World, base: string): Job | undefined {
  // Where one runs no other begins, so it can only be the newest.
  const found = engine.newest('IndexingJob', { where: [{ field: 'knowledge_base_uuid', equals: base }] })
  return found && !hasEnded(found) ? found : undefined
}

export function hasEnded({ status }: Job): boolean {
  return !unfinished.has(status)
}

export function startJob(world: World, base: string, sources: readonly DataSource[]): Job {
  const { engine } = world
  const { uuid } = engine.add(
    'IndexingJob',
    {
      knowledge_base_uuid: base,
      phase: 'BATCH_JOB_PHASE_PENDING',
      data_source_uuids: sources.map((source) => source.uuid),
      total_datasources: sources.length,
      total_tokens: '0',
    },
    { lifecycle: false },
  )
  later(world, waits, 'indexingJobs.begin', { uuid })
  return engine.change('IndexingJob', uuid, { started_at: undefined })
}

export function beginJob({ uuid }: { readonly uuid: string }, world: World): void {
  const { engine, clock, settings } = world
  const job = engine.find('IndexingJob', uuid)
  if (job?.status !== 'INDEX_JOB_STATUS_PENDING') return
  const { knowledge_base_uuid: base, data_source_uuids: sources } = job
  const stamp = clock.stamp()
  engine.change('IndexingJob', uuid, {
    status: 'INDEX_JOB_STATUS_IN_PROGRESS',
    phase: 'BATCH_JOB_PHASE_RUNNING',
    started_at: stamp,
    updated_at: stamp,
  })
  const takes = Math.ceil(((settings.actionSeconds ?? reads) * 1000) / Math.max(sources.length, 1))
  for (const id of sources) {
    const source = engine.find('KnowledgeBaseDataSource', sourceAt(base, id))
    if (!source) continue
    const measure = measureSource(source)
    const before = Math.min(engine.hidden('KnowledgeBaseDataSource', sourceAt(base, id)).indexed, measure.items)
    const reading = { ...measure, before, takes }
    const { parent } = indexedAt(uuid, id)
    engine.add('IndexedDataSource', countProgress(reading, 0), { parent, id, hidden: reading })
    engine.change('IndexedDataSource', { parent, id }, { started_at: undefined })
  }
  nextSource(world, uuid)
}

/** Goes on to the next source, or ends. */
function nextSource(world: World, job: string): void {
  const { engine, store, clock } = world
  const next = listIndexed(world, job).find(({ status }) => status === 'DATA_SOURCE_STATUS_UNKNOWN')
  if (!next) {
    endJob(world, job)
    return
  }
  const { data_source_uuid: source } = next
  const place = indexedAt(job, source)
  engine.change('IndexedDataSource', place, { status: 'DATA_SOURCE_STATUS_IN_PROGRESS', started_at: clock.stamp() })
  engine.hide('IndexedDataSource', place, { beganAt: clock.now() })
  const at = clock.now() + engine.hidden('IndexedDataSource', place).takes
  store.schedule({ at, name: 'indexingJobs.advance', payload: JSON.stringify({ uuid: job, source } satisfies Advance) })
}

interface Advance {
  readonly uuid: string
  readonly source: string
}

export function advanceJob({ uuid, source }: Advance, world: World): void {
  const { engine } = world
  if (engine.find('IndexingJob', uuid)?.status !== 'INDEX_JOB_STATUS_IN_PROGRESS') return
  if (!engine.find('IndexedDataSource', indexedAt(uuid, source))) return
  const { items, before } = engine.hidden('IndexedDataSource', indexedAt(uuid, source))
  closeReading(world, uuid, source, items === before ? 'DATA_SOURCE_STATUS_NOT_UPDATED' : 'DATA_SOURCE_STATUS_UPDATED')
  const { completed_datasources: completed } = engine.get('IndexingJob', uuid)
  engine.change('IndexingJob', uuid, { completed_datasources: completed + 1 })
  nextSource(world, uuid)
}

/** What has been read by now stays in the knowledge base and is billed. */
function closeReading({ engine, clock }: World, job: string, id: string, status: Indexed['status']): void {
  const reading = engine.hidden('IndexedDataSource', indexedAt(job, id))
  const counts = countProgress(reading, status === 'DATA_SOURCE_STATUS_CANCELLED' ? clock.now() : Infinity)
  const stamp = clock.stamp()
  engine.change('IndexedDataSource', indexedAt(job, id), { ...counts, status, completed_at: stamp })
  const { knowledge_base_uuid: base, tokens: before } = engine.get('IndexingJob', job)
  const source = sourceAt(base, id)
  if (engine.find('KnowledgeBaseDataSource', source))
    engine.hide('KnowledgeBaseDataSource', source, { indexed: Number(counts.indexed_file_count) })
  const share = reading.items === 0 ? 0 : Number(counts.indexed_item_count) / reading.items
  const tokens = before + countSourceTokens(reading.bytes * share)
  engine.change('IndexingJob', job, { tokens, total_tokens: String(tokens), updated_at: stamp })
}

function endJob({ engine, clock }: World, job: string): void {
  const stamp = clock.stamp()
  engine.change('IndexingJob', job, {
    status: engine.get('IndexingJob', job).tokens > 0 ? 'INDEX_JOB_STATUS_COMPLETED' : 'INDEX_JOB_STATUS_NO_CHANGES',
    phase: 'BATCH_JOB_PHASE_SUCCEEDED',
    is_report_available: true,
    finished_at: stamp,
    updated_at: stamp,
  })
}

export function cancelJob(world: World, job: string): void {
  const { engine, clock } = world
  const began = engine.get('IndexingJob', job).started_at !== undefined
  for (const { status, data_source_uuid: source } of listIndexed(world, job)) {
    if (status === 'DATA_SOURCE_STATUS_IN_PROGRESS') closeReading(world, job, source, 'DATA_SOURCE_STATUS_CANCELLED')
    else if (status === 'DATA_SOURCE_STATUS_UNKNOWN')
      engine.change('IndexedDataSource', indexedAt(job, source), { status: 'DATA_SOURCE_STATUS_CANCELLED' })
  }
  const stamp = clock.stamp()
  engine.change('IndexingJob', job, {
    status: 'INDEX_JOB_STATUS_CANCELLED',
    phase: 'BATCH_JOB_PHASE_CANCELLED',
    finished_at: stamp,
    updated_at: stamp,
    is_report_available: began,
  })
}
