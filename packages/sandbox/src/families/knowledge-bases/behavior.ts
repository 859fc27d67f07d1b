/** Knowledge bases: what agents look things up in. Their data sources are in `knowledge-bases/`, what fills them in `indexing-jobs.ts`. */
import { findModelById, findModelByUuid } from '../../catalogue/genai-models.ts'
import { genaiRegions } from '../../catalogue/genai-regions.ts'
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { detachFromAgents, missing, readId } from '../agents/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { cancelJob, findRunning, jobKey, startJob } from '../indexing-jobs/index.ts'
import { addSource, createDataSource, deleteDataSource, listDataSources, sourceKey, updateDataSource } from './data-sources.ts'
import { findSchedule } from './find-schedule.ts'
import { checkDatabase, makeDatabase } from './make-database.ts'
import { databaseStatus, describeKnowledgeBase, knowledgeBaseKey, listSources, openKnowledgeBase } from './open-knowledge-base.ts'
import { readSource } from './read-source.ts'
import { createFileUploads } from '../../shared/file-uploads.ts'

/** How often it is looked whether the database is ready. */
const patience = 5

const list: Behavior = (call, world) => {
  const page = world.engine.list({ kind: 'KnowledgeBase', order: 'newest', page: readPage(call) })
  const bases = (JSON.parse(`[${page.texts}]`) as Value[]).map((base) => JSON.stringify(describeKnowledgeBase(world, base)))
  return replyPage(call, 'knowledge_bases', { texts: bases.join(','), total: page.total })
}

const create: Behavior = (call, world) => {
  const { engine, store, clock, owner } = world
  const body = readBody(call)
  checkProject(world, body['project_id'])
  const embeddingModel = body['embedding_model_uuid']
  const model = findModelByUuid(embeddingModel)
  if (!model) throw missing('embedding_model_uuid', 'model', embeddingModel)
  if (!model.uses.includes('MODEL_USECASE_KNOWLEDGEBASE')) throw unprocessable(`embedding_model_uuid: ${model.name} does not make vectors.`)
  const region = String(body['region'])
  if (!genaiRegions.some((each) => each.region === region && each.serves_batch))
    throw unprocessable(`region: nothing is indexed in "${region}".`)
  const reranking = readReranking(body['reranking_config'])
  const given = Array.isArray(body['datasources']) ? body['datasources'].filter(isRecord) : []
  const sources = given.map((source, index) => readSource(source, { isInitial: true, embeddingModel, at: `datasources.${index}.` }))
  const named = readId(body, 'database_id')
  if (named !== undefined) checkDatabase(world, named)
  const made = engine.create('KnowledgeBase', {
    name: body['name'],
    project_id: body['project_id'],
    region,
    embedding_model_uuid: model.uuid,
    reranking_config: reranking ?? { enabled: false },
    tags: body['tags'] ?? [],
    user_id: String(owner.number),
  })
  const key = knowledgeBaseKey(made['uuid'])
  const wanted = { region, plan: body['size'], vpc: readId(body, 'vpc_uuid'), project: String(body['project_id']) }
  engine.change(key, { database_id: named ?? makeDatabase(call, world, wanted) })
  for (const source of sources) addSource(world, key, source)
  const payload = JSON.stringify({ uuid: key.id })
  if (sources.length > 0) store.schedule({ at: clock.now(), name: 'knowledgeBases.index', payload })
  return { body: JSON.stringify({ knowledge_base: engine.get(key) }) }
}

/** The first job, as soon as the database is ready. */
function startFirstJob({ uuid }: { readonly uuid: string }, world: World): void {
  const { engine, store, clock } = world
  const key = knowledgeBaseKey(uuid)
  const base = engine.find(key)
  if (!base || describeKnowledgeBase(world, base)['last_indexing_job'] !== undefined) return
  const status = databaseStatus(world, base)
  if (status === 'ONLINE') startJob(world, key, listSources(world, key))
  else if (status !== 'DECOMMISSIONED')
    store.schedule({ at: clock.now() + patience * 1000, name: 'knowledgeBases.index', payload: JSON.stringify({ uuid }) })
}

const get: Behavior = (call, world) => {
  const base = world.engine.get(openKnowledgeBase(world, call.path['uuid']))
  return { body: JSON.stringify({ knowledge_base: describeKnowledgeBase(world, base), database_status: databaseStatus(world, base) }) }
}

const update: Behavior = (call, world) => {
  const { engine } = world
  const key = openKnowledgeBase(world, call.path['uuid'])
  const body = readBody(call)
  const project = readId(body, 'project_id')
  const database = readId(body, 'database_id')
  if (project !== undefined) checkProject(world, project)
  if (database !== undefined) checkDatabase(world, database)
  const reranking = readReranking(body['reranking_config'])
  const moves = database !== undefined && database !== engine.get(key)['database_id']
  engine.update(key, {
    ...(body['name'] !== undefined && { name: body['name'] }),
    ...(project !== undefined && { project_id: project }),
    ...(database !== undefined && { database_id: database }),
    ...('tags' in body && { tags: body['tags'] ?? [] }),
  })
  if (reranking) engine.change(key, { reranking_config: reranking })
  // What was indexed does not move to another database.
  if (moves) for (const { uuid } of listSources(world, key)) engine.hide(sourceKey(key, uuid), { indexed: 0 })
  return { body: JSON.stringify({ knowledge_base: describeKnowledgeBase(world, engine.get(key)) }) }
}

const remove: Behavior = (call, world) => {
  const { engine } = world
  const key = openKnowledgeBase(world, call.path['uuid'])
  const running = findRunning(world, key.id)
  if (running) cancelJob(world, jobKey(running['uuid']))
  const schedule = findSchedule(world, key.id)
  if (schedule) engine.remove({ kind: 'IndexingSchedule', id: String(schedule['uuid']) })
  detachFromAgents(world, key.id)
  engine.remove(key)
  return { body: JSON.stringify({ uuid: key.id }) }
}

function checkProject({ engine }: World, id: unknown): void {
  if (!engine.find({ kind: 'Project', id: String(id) })) throw missing('project_id', 'project', id)
}

/** @throws Failure 422 */
function readReranking(given: unknown): Value | undefined {
  if (!isRecord(given)) return undefined
  const { enabled, model } = given
  if (enabled !== true) return { enabled: false }
  if (findModelById(model)?.type !== 'reranking') throw unprocessable('reranking_config.model: name a model for reranking.')
  return { enabled, model }
}

export const knowledgeBases: FamilyBehavior = {
  operations: {
    knowledgeBases_list: list,
    knowledgeBases_create: create,
    knowledgeBases_get: get,
    knowledgeBases_update: update,
    knowledgeBases_delete: remove,
    knowledgeBases_create_file_uploads: createFileUploads,
    knowledgeBases_list_data_sources: listDataSources,
    knowledgeBases_create_data_source: createDataSource,
    knowledgeBases_update_data_source: updateDataSource,
    knowledgeBases_delete_data_source: deleteDataSource,
  },
  due: { 'knowledgeBases.index': startFirstJob },
}
