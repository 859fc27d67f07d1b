import { hashSecret } from '../../auth/hash-secret.ts'
import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound, preconditionFailed } from '../../engine/failure.ts'
import { readPage, replyPage, replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Condition, Key } from '../../store/store.ts'
import { missing } from '../agents/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { describeIndexed, describeJob, jobKey, listIndexed } from './describe-job.ts'
import { advanceJob, beginJob, cancelJob, findRunning, hasEnded, startJob } from './run-job.ts'
import { databaseStatus, knowledgeBaseKey, listSources, openKnowledgeBase } from '../knowledge-bases/index.ts'

const open = ({ engine }: World, uuid: unknown): Key => {
  const key = jobKey(uuid)
  if (!engine.find(key)) throw notFound()
  return key
}

const reply = (world: World, key: Key) => ({ body: JSON.stringify({ job: describeJob(world, key) }) })

const list =
  (whereOf: (call: Parameters<Behavior>[0], world: World) => Condition[]): Behavior =>
  (call, world) => {
    const page = world.engine.list({ kind: 'IndexingJob', where: whereOf(call, world), order: 'newest', page: readPage(call) })
    const jobs = (JSON.parse(`[${page.texts}]`) as Value[]).map(({ uuid }) => JSON.stringify(describeJob(world, jobKey(uuid))))
    return replyPage(call, 'jobs', { texts: jobs.join(','), total: page.total })
  }

const create: Behavior = (call, world) => {
  const { knowledge_base_uuid: uuid, data_source_uuids: asked } = readBody(call)
  const base = knowledgeBaseKey(uuid)
  const found = world.engine.find(base)
  if (!found) throw missing('knowledge_base_uuid', 'knowledge base', uuid)
  const all = listSources(world, base)
  const chosen = [...new Set(Array.isArray(asked) ? asked.map(String) : [])].map((id) => {
    const source = all.find((each) => each['uuid'] === id)
    if (!source) throw missing('data_source_uuids', 'data source of this knowledge base', id)
    return source
  })
  if (findRunning(world, base.id)) throw conflict('Another indexing job of this knowledge base runs. Wait for its end or cancel it.')
  const status = databaseStatus(world, found)
  if (status !== 'ONLINE') throw preconditionFailed(`The database of the knowledge base is not online, but ${status}.`)
  return reply(world, startJob(world, base, chosen.length > 0 ? chosen : all))
}

const cancel: Behavior = (call, world) => {
  const key = open(world, call.path['uuid'])
  if (hasEnded(world.engine.get(key))) throw conflict('The job has ended already.')
  cancelJob(world, key)
  return reply(world, key)
}

const listDataSources: Behavior = (call, world) => {
  const key = open(world, call.path['indexing_job_uuid'])
  return replyValues(
    call,
    'indexed_data_sources',
    listIndexed(world, key).map((each) => describeIndexed(world, each)),
  )
}

const reportSeconds = 900

const getDetailsUrl: Behavior = (call, world) => {
  const key = open(world, call.path['indexing_job_uuid'])
  if (world.engine.get(key)['is_report_available'] !== true) throw notFound()
  const expires = Math.floor(world.clock.now() / 1000) + reportSeconds
  const signature = hashSecret(`${world.platform.secret('downloads')}:${key.id}:${expires}`)
  return {
    body: JSON.stringify({ signed_url: `${call.origin}/downloads/indexing/${key.id}.csv?expires=${expires}&signature=${signature}` }),
  }
}

export const indexingJobs: FamilyBehavior = {
  operations: {
    indexingJobs_list: list(() => []),
    indexingJobs_list_by_knowledge_base: list((call, world) => {
      const base = openKnowledgeBase(world, call.path['knowledge_base_uuid'])
      return [{ field: 'knowledge_base_uuid', equals: base.id }]
    }),
    indexingJobs_create: create,
    indexingJobs_get: (call, world) => reply(world, open(world, call.path['uuid'])),
    indexingJobs_cancel: cancel,
    indexingJobs_list_data_sources: listDataSources,
    indexingJobs_get_details_url: getDetailsUrl,
  },
  due: { 'indexingJobs.begin': beginJob, 'indexingJobs.advance': advanceJob },
}
