import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, preconditionFailed } from '../../engine/failure.ts'
import { referenceNotFound } from '../agents/index.ts'
import { formatCsv } from '../../shared/csv.ts'
import { databaseStatus, listSources } from '../../shared/knowledge-bases.ts'
import { createDownloads } from '../../shared/signed-files.ts'
import { describeJob, listIndexed } from './job-result.ts'
import { findRunning, startJob } from './job-run.ts'
import type { Handlers } from '../family.ts'

const create: Handler<'indexingJobs_create'> = ({ body: { knowledge_base_uuid: uuid, data_source_uuids: sourceIds } }, ctx) => {
  const base = ctx.engine.get('KnowledgeBase', uuid)
  const all = listSources(ctx, uuid)
  const sources = [...new Set(sourceIds)].map((id) => {
    const source = all.find((each) => each.uuid === id)
    if (!source) throw referenceNotFound('data_source_uuids', 'data source of this knowledge base', id)
    return source
  })
  if (findRunning(ctx, uuid)) throw conflict('Another indexing job of this knowledge base runs. Wait for its end or cancel it.')
  const status = databaseStatus(ctx, base)
  if (status !== 'ONLINE') throw preconditionFailed(`The database of the knowledge base is not online, but ${status}.`)
  return { job: describeJob(ctx, startJob(ctx, uuid, sources.length > 0 ? sources : all)) }
}

const columns = ['data_source_uuid', 'status', 'indexed_item_count', 'skipped_item_count', 'failed_item_count', 'error_msg'] as const

const reportUrlSeconds = 900

/** Reports of jobs, with the result of each data source. */
export const files = createDownloads(
  'indexing-jobs',
  'csv',
  (ctx, uuid) => {
    if (!ctx.engine.find('IndexingJob', uuid)) return undefined
    return formatCsv([columns, ...listIndexed(ctx, uuid).map((result) => columns.map((column) => result[column]))])
  },
  reportUrlSeconds,
)

const getDetailsUrl: Handler<'indexingJobs_getDetailsUrl'> = ({ path, origin }, ctx) => {
  const { uuid, is_report_available: isAvailable } = ctx.engine.get('IndexingJob', path.indexing_job_uuid)
  if (!isAvailable) throw notFound()
  return { signed_url: files.sign(ctx, origin, uuid).download_url }
}

export const handlers = {
  indexingJobs_create: create,
  indexingJobs_getDetailsUrl: getDetailsUrl,
} satisfies Handlers
