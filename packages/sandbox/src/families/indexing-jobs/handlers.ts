import { hashSecret } from '../../auth/hash-secret.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, preconditionFailed } from '../../engine/failure.ts'
import { referenceNotFound } from '../agents/index.ts'
import { databaseStatus, listSources } from '../../shared/knowledge-bases.ts'
import { describeJob } from './job-result.ts'
import { findRunning, startJob } from './job-run.ts'
import type { Handlers } from '../family.ts'

const create: Handler<'indexingJobs_create'> = ({ body: { knowledge_base_uuid: uuid, data_source_uuids: asked } }, ctx) => {
  const base = ctx.engine.get('KnowledgeBase', uuid)
  const all = listSources(ctx, uuid)
  const chosen = [...new Set(asked)].map((id) => {
    const source = all.find((each) => each.uuid === id)
    if (!source) throw referenceNotFound('data_source_uuids', 'data source of this knowledge base', id)
    return source
  })
  if (findRunning(ctx, uuid)) throw conflict('Another indexing job of this knowledge base runs. Wait for its end or cancel it.')
  const status = databaseStatus(ctx, base)
  if (status !== 'ONLINE') throw preconditionFailed(`The database of the knowledge base is not online, but ${status}.`)
  return { job: describeJob(ctx, startJob(ctx, uuid, chosen.length > 0 ? chosen : all)) }
}

const reportSeconds = 900

const getDetailsUrl: Handler<'indexingJobs_getDetailsUrl'> = ({ path, origin }, { engine, clock, platform }) => {
  const { uuid, is_report_available: isThere } = engine.get('IndexingJob', path.indexing_job_uuid)
  if (!isThere) throw notFound()
  const expires = Math.floor(clock.now() / 1000) + reportSeconds
  const signature = hashSecret(`${platform.deriveSecret('downloads')}:${uuid}:${expires}`)
  return { signed_url: `${origin}/downloads/indexing/${uuid}.csv?expires=${expires}&signature=${signature}` }
}

export const handlers = {
  indexingJobs_create: create,
  indexingJobs_getDetailsUrl: getDetailsUrl,
} satisfies Handlers
