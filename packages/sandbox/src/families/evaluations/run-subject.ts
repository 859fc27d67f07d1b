/** What is kept of one agent that is measured by one version of a test case. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Turn } from '../../inference/prompt.ts'
import type { Key } from '../../store/store.ts'
import type { DatasetRow } from './datasets.ts'

const kind = 'EvaluationRun'

/** Runs are kept apart from their test cases, because their paths do not name those. */
export const runKey = (uuid: unknown): Key => ({ kind, id: String(uuid) })

/** What a run measures is as it was when the run was asked for. */
export interface RunSubject {
  readonly rows: readonly DatasetRow[]
  readonly metrics: readonly Value[]
  readonly star: Value
  readonly model: string
  readonly temperature: number
  readonly maxTokens: number | null
  readonly before: readonly Turn[]
  readonly knowledgeBases: readonly string[]
  readonly hasTools: boolean
  /** Milliseconds; missing until the first question was put. */
  readonly startedAt?: number
}

/** @throws Failure 404 */
export function readSubject({ engine }: World, key: Key): RunSubject {
  // Only runs that were started here have it.
  return engine.hidden(key)['subject'] as RunSubject
}

/** As long as it takes to put all questions. */
export const secondsToAsk = 60
