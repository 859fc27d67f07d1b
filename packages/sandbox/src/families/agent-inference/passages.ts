import type { AccountContext } from '../../engine/account-context.ts'
import type { Turn } from '../../inference/prompt.ts'

/** Returns passages of a fixed text, which count as input tokens. The sandbox does not search knowledge bases. */
export function retrievePassages({ engine }: AccountContext, uuid: string, count: number): Turn[] {
  const base = engine.find('KnowledgeBase', uuid)
  if (!base) return []
  return Array.from({ length: Math.max(1, Math.min(count, 100)) }, (_, n) => ({
    by: 'instructions',
    text: `Passage ${n + 1} of the knowledge base “${base.name}”, which the sandbox does not search.`,
  }))
}
