/** Knowledge bases, which agents search. Indexing jobs fill them. */
import { findModelById, findModelByUuid } from '../../catalog/genai-models.ts'
import { genaiRegions } from '../../catalog/genai-regions.ts'
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { createFileUploads } from '../../shared/file-uploads.ts'
import { referenceNotFound } from '../agents/index.ts'
import { startJob } from '../indexing-jobs/index.ts'
import { addSource, createDataSource, updateDataSource } from './data-sources.ts'
import { checkDatabase, createDatabase } from './database.ts'
import { databaseStatus, findLastJob, listSources, sourceAt } from '../../shared/knowledge-bases.ts'
import { parseSource } from './source-settings.ts'
import type { Handlers, Jobs } from '../family.ts'

/** Seconds between two checks of the database. */
const indexDelaySeconds = 5

const create: Handler<'knowledgeBases_create'> = ({ body }, ctx) => {
  const { engine, store, clock, owner } = ctx
  const { name, project_id, region, embedding_model_uuid: embeddingModel, reranking_config, tags } = body
  const model = findModelByUuid(embeddingModel)
  if (!model) throw referenceNotFound('embedding_model_uuid', 'model', embeddingModel)
  if (!model.uses.includes('MODEL_USECASE_KNOWLEDGEBASE')) throw unprocessable(`embedding_model_uuid: ${model.name} does not make vectors.`)
  if (!genaiRegions.some((each) => each.region === region && each.serves_batch))
    throw unprocessable(`region: nothing is indexed in "${region}".`)
  const reranking = findReranking(reranking_config) ?? { enabled: false }
  const sources = (body.datasources ?? []).map((source, index) =>
    parseSource(source, { isInitial: true, embeddingModel, at: `datasources.${index}.` }),
  )
  if (body.database_id) checkDatabase(ctx, body.database_id)
  const { uuid } = engine.create('KnowledgeBase', {
    database_id: body.database_id ?? '',
    is_public: false,
    name,
    project_id,
    region,
    embedding_model_uuid: model.uuid,
    reranking_config: reranking,
    tags: tags ?? [],
    user_id: String(owner.number),
  })
  const knowledge_base = engine.setFields('KnowledgeBase', uuid, { database_id: body.database_id || createDatabase(ctx, body) })
  for (const source of sources) addSource(ctx, uuid, source)
  if (sources.length > 0) store.schedule({ at: clock.now(), name: 'knowledgeBases.index', payload: JSON.stringify({ uuid }) })
  return { knowledge_base }
}

/** Starts the first job when the database is ready. */
function startFirstJob({ uuid }: { readonly uuid: string }, ctx: AccountContext): void {
  const { engine, store, clock } = ctx
  const base = engine.find('KnowledgeBase', uuid)
  if (!base || findLastJob(ctx, uuid)) return
  const status = databaseStatus(ctx, base)
  if (status === 'ONLINE') startJob(ctx, uuid, listSources(ctx, uuid))
  else if (status !== 'DECOMMISSIONED')
    store.schedule({ at: clock.now() + indexDelaySeconds * 1000, name: 'knowledgeBases.index', payload: JSON.stringify({ uuid }) })
}

const update: Handler<'knowledgeBases_update'> = ({ path, body }, ctx) => {
  const { engine } = ctx
  const { uuid, database_id: before } = engine.get('KnowledgeBase', path.uuid)
  const { name, project_id: project, database_id: database, tags } = body
  if (database) checkDatabase(ctx, database)
  const reranking = findReranking(body.reranking_config)
  engine.update('KnowledgeBase', uuid, {
    // The Go client sends all fields, and empty ones for no change.
    ...(name && { name }),
    ...(project && { project_id: project }),
    ...(database && { database_id: database }),
    ...(tags && { tags }),
  })
  if (reranking) engine.setFields('KnowledgeBase', uuid, { reranking_config: reranking })
  // Indexed content cannot move to another database.
  if (database && database !== before)
    for (const source of listSources(ctx, uuid))
      engine.setHidden('KnowledgeBaseDataSource', sourceAt(uuid, source.uuid), { isIndexed: false })
  return { knowledge_base: engine.serialize('KnowledgeBase', uuid, engine.get('KnowledgeBase', uuid)) }
}

type Reranking = Kinds['KnowledgeBase']['reranking_config']

/** @throws Failure 422 */
function findReranking(request: Reranking | undefined): Reranking | undefined {
  if (!request) return undefined
  const { enabled, model } = request
  if (!enabled) return { enabled: false }
  if (findModelById(model)?.type !== 'reranking') throw unprocessable('reranking_config.model: name a model for reranking.')
  return { enabled, ...(model !== undefined && { model }) }
}

export const handlers = {
  knowledgeBases_create: create,
  knowledgeBases_update: update,
  knowledgeBases_dataSources_createFileUploads: createFileUploads,
  knowledgeBases_dataSources_create: createDataSource,
  knowledgeBases_dataSources_update: updateDataSource,
} satisfies Handlers

export const jobs: Jobs = { 'knowledgeBases.index': startFirstJob }
