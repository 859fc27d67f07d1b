import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { replyPage, readPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { describeIndexed, findLastIndexed, findRunning } from '../indexing-jobs/index.ts'
import { openKnowledgeBase } from './open-knowledge-base.ts'
import { readChunking, readSource } from './read-source.ts'

const kind = 'KnowledgeBaseDataSource'

export const sourceKey = (base: Key, uuid: unknown): Key => ({ kind, id: String(uuid), parent: under(base) })

export function addSource({ engine }: World, base: Key, fields: Value): Value {
  return engine.create(kind, fields, { parent: under(base), hidden: { indexed: 0 } })
}

function describe(world: World, source: Value): Value {
  const last = findLastIndexed(world, String(source['uuid']))
  return { ...source, ...(last && { last_datasource_indexing_job: describeIndexed(world, last) }) }
}

export const listDataSources: Behavior = (call, world) => {
  const base = openKnowledgeBase(world, call.path['knowledge_base_uuid'])
  const page = world.engine.list({ kind, parent: under(base), page: readPage(call) })
  const sources = (JSON.parse(`[${page.texts}]`) as Value[]).map((source) => JSON.stringify(describe(world, source)))
  return replyPage(call, 'knowledge_base_data_sources', { texts: sources.join(','), total: page.total })
}

export const createDataSource: Behavior = (call, world) => {
  const base = openKnowledgeBase(world, call.path['knowledge_base_uuid'])
  const { embedding_model_uuid: embeddingModel } = world.engine.get(base)
  const source = addSource(world, base, readSource(readBody(call), { isInitial: false, embeddingModel }))
  return { body: JSON.stringify({ knowledge_base_data_source: source }) }
}

export const updateDataSource: Behavior = (call, world) => {
  const { engine } = world
  const { key, base } = open(call, world)
  const fields = readChunking(readBody(call), engine.get(base)['embedding_model_uuid'])
  if (Object.keys(fields).length > 0) {
    // A new object of sizes replaces the one before: sizes of another algorithm would be ignored anyway.
    engine.update(key, {})
    engine.change(key, fields)
    engine.hide(key, { indexed: 0 })
  }
  return { body: JSON.stringify({ knowledge_base_data_source: describe(world, engine.get(key)) }) }
}

export const deleteDataSource: Behavior = (call, world) => {
  const { key, base } = open(call, world)
  const running = findRunning(world, base.id)
  if ((running?.['data_source_uuids'] as readonly string[] | undefined)?.includes(key.id))
    throw conflict('An indexing job reads this data source. Wait for its end or cancel it.')
  world.engine.remove(key)
  return { body: JSON.stringify({ data_source_uuid: key.id, knowledge_base_uuid: base.id }) }
}

function open(call: Parameters<Behavior>[0], world: World): { readonly key: Key; readonly base: Key } {
  const base = openKnowledgeBase(world, call.path['knowledge_base_uuid'])
  const key = sourceKey(base, call.path['data_source_uuid'])
  if (!world.engine.find(key)) throw notFound()
  return { key, base }
}
