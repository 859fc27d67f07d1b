/** Data sources and databases of knowledge bases. */
import { keyOf } from '../engine/kinds.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds, Operations } from '../generated/types.ts'
import { childPath } from '../store/store.ts'

export type DataSource = Kinds['KnowledgeBaseDataSource']

/** Key of a data source of a knowledge base. */
export function sourceAt(base: string, id: string) {
  return { parent: childPath(keyOf('KnowledgeBase', base)), id }
}

export function listSources({ engine }: AccountContext, base: string): DataSource[] {
  return engine.list('KnowledgeBaseDataSource', { parent: childPath(keyOf('KnowledgeBase', base)) })
}

/** Jobs live by themselves because they are listed over all knowledge bases. */
export function findLastJob({ engine }: AccountContext, base: string): Kinds['IndexingJob'] | undefined {
  const where = [{ field: 'knowledge_base_uuid', equals: base }] as const
  return engine.findNewest('IndexingJob', { where })
}

export function findSchedule({ engine }: AccountContext, base: string): Kinds['IndexingSchedule'] | undefined {
  return engine.findUnique('IndexingSchedule', [base])
}

/** In capitals, the word of the cluster. One that was deleted meanwhile serves no more. */
export function databaseStatus({ engine }: AccountContext, { database_id: id }: Kinds['KnowledgeBase']) {
  const status = engine.find('DatabaseCluster', id)?.status ?? 'decommissioned'
  // The checker does not follow what toUpperCase does.
  return status.toUpperCase() as Operations['knowledgeBases_get']['reply']['database_status']
}
