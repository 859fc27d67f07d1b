/** What is kept of one agent that is measured by one version of a test case. */
import type { Kinds } from '../../generated/types.ts'
import type { DatasetRow } from './datasets.ts'
import type { Candidate } from './parse-candidate.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Runs are kept apart from their test cases, because their paths do not name those. */
    EvaluationRun: { subject: RunSubject }
  }
}

/** What a run measures is as it was when the run was asked for. */
export interface RunSubject extends Candidate {
  readonly rows: readonly DatasetRow[]
  readonly metrics: readonly Kinds['EvaluationMetric'][]
  readonly star: Kinds['EvaluationTestCase']['star_metric']
}
