import type { Handler } from '../../engine/call.ts'
import type { CreateInput } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type DataSource, sourceAt } from '../../shared/knowledge-bases.ts'
import { parseChunking, parseSource } from './source-settings.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Number of its items in the knowledge base. */
    KnowledgeBaseDataSource: { isIndexed: boolean }
  }
}

export function addSource({ engine }: AccountContext, base: string, fields: CreateInput<'KnowledgeBaseDataSource'>): DataSource {
  return engine.create('KnowledgeBaseDataSource', fields, { parent: sourceAt(base, '').parent, hidden: { isIndexed: false } })
}

export const createDataSource: Handler<'knowledgeBases_dataSources_create'> = ({ path, body }, ctx) => {
  const { uuid, embedding_model_uuid: embeddingModel } = ctx.engine.get('KnowledgeBase', path.knowledge_base_uuid)
  return { knowledge_base_data_source: addSource(ctx, uuid, parseSource(body, { isInitial: false, embeddingModel })) }
}

export const updateDataSource: Handler<'knowledgeBases_dataSources_update'> = ({ path, body }, { engine }) => {
  const { uuid, embedding_model_uuid: embeddingModel } = engine.get('KnowledgeBase', path.knowledge_base_uuid)
  const at = sourceAt(uuid, path.data_source_uuid)
  let source = engine.get('KnowledgeBaseDataSource', at)
  const fields = parseChunking(body, embeddingModel)
  if (Object.keys(fields).length > 0) {
    // New chunking options replace the old ones, because options of another algorithm are ignored.
    engine.update('KnowledgeBaseDataSource', at, {})
    source = engine.setFields('KnowledgeBaseDataSource', at, fields)
    engine.setHidden('KnowledgeBaseDataSource', at, { isIndexed: false })
  }
  return { knowledge_base_data_source: engine.serialize('KnowledgeBaseDataSource', at, source) }
}
