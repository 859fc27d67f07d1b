/** An indexing job from its beginning to its end: it waits, reads one source after another, and says what came of it. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { knowledgeBaseKey } from '../knowledge-bases/index.ts'
import { countProgress, jobKey, listIndexed, type Indexed, readReading } from './describe-job.ts'
import { countSourceTokens, measureSource } from './measure-source.ts'

const waits = 5
const reads = 60
const unfinished = ['INDEX_JOB_STATUS_PENDING', 'INDEX_JOB_STATUS_IN_PROGRESS']

export function findRunning({ engine }: World, base: string): Value | undefined {
  for (const status of unfinished) {
    const where = [
      { field: 'knowledge_base_uuid', equals: base },
      { field: 'status', equals: status },
    ]
    const [found] = engine.all({ kind: 'IndexingJob', where, page: { number: 1, size: 1 } })
    if (found) return found
  }
  return undefined
}

export function hasEnded({ status }: Value): boolean {
  return !unfinished.includes(String(status))
}

export function startJob(world: World, base: Key, sources: readonly Value[]): Key {
  const { engine, store, clock, settings } = world
  const fields = {
    knowledge_base_uuid: base.id,
    phase: 'BATCH_JOB_PHASE_PENDING',
    data_source_uuids: sources.map(({ uuid }) => uuid),
    total_datasources: sources.length,
    total_tokens: '0',
  }
  const { uuid } = engine.create('IndexingJob', fields, { lifecycle: false })
  const job = jobKey(uuid)
  engine.change(job, { started_at: undefined })
  const at = clock.now() + (settings.actionSeconds ?? waits) * 1000
  store.schedule({ at, name: 'indexingJobs.begin', payload: JSON.stringify({ uuid }) })
  return job
}

export function beginJob({ uuid }: { readonly uuid: string }, world: World): void {
  const { engine, clock, settings } = world
  const job = jobKey(uuid)
  const value = engine.find(job)
  if (value?.['status'] !== 'INDEX_JOB_STATUS_PENDING') return
  const stamp = clock.stamp()
  engine.change(job, { status: 'INDEX_JOB_STATUS_IN_PROGRESS', phase: 'BATCH_JOB_PHASE_RUNNING', started_at: stamp, updated_at: stamp })
  const base = knowledgeBaseKey(value['knowledge_base_uuid'])
  const uuids = value['data_source_uuids'] as readonly string[] // made by startJob
  const takes = Math.ceil(((settings.actionSeconds ?? reads) * 1000) / Math.max(uuids.length, 1))
  for (const id of uuids) {
    const source: Key = { kind: 'KnowledgeBaseDataSource', id, parent: under(base) }
    const found = engine.find(source)
    if (!found) continue
    const measure = measureSource(found)
    const before = Math.min(Number(engine.hidden(source)['indexed'] ?? 0), measure.items)
    const reading = { ...measure, before, takes, job: uuid }
    engine.create('IndexedDataSource', countProgress(reading, 0), { parent: under(job), id, hidden: reading })
    engine.change({ kind: 'IndexedDataSource', id, parent: under(job) }, { started_at: undefined })
  }
  nextSource(world, job)
}

/** Goes on to the next source, or ends. */
function nextSource(world: World, job: Key): void {
  const { engine, store, clock } = world
  const next = listIndexed(world, job).find(({ value }) => value['status'] === 'DATA_SOURCE_STATUS_UNKNOWN')
  if (!next) {
    endJob(world, job)
    return
  }
  engine.change(next.key, { status: 'DATA_SOURCE_STATUS_IN_PROGRESS', started_at: clock.stamp() })
  engine.hide(next.key, { beganAt: clock.now() })
  const at = clock.now() + readReading(world, next.key).takes
  store.schedule({ at, name: 'indexingJobs.advance', payload: JSON.stringify({ uuid: job.id, source: next.key.id }) })
}

export function advanceJob({ uuid, source }: { readonly uuid: string; readonly source: string }, world: World): void {
  const job = jobKey(uuid)
  if (world.engine.find(job)?.['status'] !== 'INDEX_JOB_STATUS_IN_PROGRESS') return
  const reading = listIndexed(world, job).find(({ key }) => key.id === source)
  if (!reading) return
  const { items, before } = readReading(world, reading.key)
  closeReading(world, job, reading, items === before ? 'DATA_SOURCE_STATUS_NOT_UPDATED' : 'DATA_SOURCE_STATUS_UPDATED')
  const { completed_datasources: completed } = world.engine.get(job)
  world.engine.change(job, { completed_datasources: Number(completed) + 1 })
  nextSource(world, job)
}

/** What has been read by now stays in the knowledge base and is billed. */
function closeReading(world: World, job: Key, { key }: Indexed, status: string): void {
  const { engine, clock } = world
  const reading = readReading(world, key)
  const counts = countProgress(reading, status === 'DATA_SOURCE_STATUS_CANCELLED' ? clock.now() : Infinity)
  const stamp = clock.stamp()
  engine.change(key, { ...counts, status, completed_at: stamp })
  const value = engine.get(job)
  const base = knowledgeBaseKey(value['knowledge_base_uuid'])
  const source: Key = { kind: 'KnowledgeBaseDataSource', id: key.id, parent: under(base) }
  if (engine.find(source)) engine.hide(source, { indexed: Number(counts['indexed_file_count']) })
  const share = reading.items === 0 ? 0 : Number(counts['indexed_item_count']) / reading.items
  const tokens = Number(value['tokens']) + countSourceTokens(reading.bytes * share)
  engine.change(job, { tokens, total_tokens: String(tokens), updated_at: stamp })
}

function endJob({ engine, clock }: World, job: Key): void {
  const stamp = clock.stamp()
  const status = Number(engine.get(job)['tokens']) > 0 ? 'INDEX_JOB_STATUS_COMPLETED' : 'INDEX_JOB_STATUS_NO_CHANGES'
  engine.change(job, { status, phase: 'BATCH_JOB_PHASE_SUCCEEDED', is_report_available: true, finished_at: stamp, updated_at: stamp })
}

export function cancelJob(world: World, job: Key): void {
  const { engine, clock } = world
  const began = engine.get(job)['started_at'] !== undefined
  for (const reading of listIndexed(world, job)) {
    if (reading.value['status'] === 'DATA_SOURCE_STATUS_IN_PROGRESS') closeReading(world, job, reading, 'DATA_SOURCE_STATUS_CANCELLED')
    else if (reading.value['status'] === 'DATA_SOURCE_STATUS_UNKNOWN')
      engine.change(reading.key, { status: 'DATA_SOURCE_STATUS_CANCELLED' })
  }
  const stamp = clock.stamp()
  const fields = { status: 'INDEX_JOB_STATUS_CANCELLED', phase: 'BATCH_JOB_PHASE_CANCELLED', finished_at: stamp, updated_at: stamp }
  engine.change(job, { ...fields, is_report_available: began })
}
