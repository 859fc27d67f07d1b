/** A knowledge base, what it stands on, and how it is shown. */
import { notFound } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'

export const knowledgeBaseKey = (uuid: unknown): Key => ({ kind: 'KnowledgeBase', id: String(uuid) })

/** @throws Failure 404 */
export function openKnowledgeBase({ engine }: World, uuid: unknown): Key {
  const key = knowledgeBaseKey(uuid)
  if (!engine.find(key)) throw notFound()
  return key
}

export function listSources({ engine }: World, key: Key): Value[] {
  return engine.all({ kind: 'KnowledgeBaseDataSource', parent: under(key) })
}

/** With its latest job, which lives by itself because jobs are listed over all knowledge bases. */
export function describeKnowledgeBase({ engine }: World, value: Value): Value {
  const where = [{ field: 'knowledge_base_uuid', equals: String(value['uuid']) }]
  const [job] = engine.all({ kind: 'IndexingJob', where, order: 'newest', page: { number: 1, size: 1 } })
  return { ...value, ...(job && { last_indexing_job: job }) }
}

/** In capitals, the word of the cluster. One that was deleted meanwhile serves no more. */
export function databaseStatus({ engine }: World, { database_id: id }: Value): string {
  const cluster = engine.find({ kind: 'DatabaseCluster', id: String(id) })
  return String(cluster?.['status'] ?? 'decommissioned').toUpperCase()
}
