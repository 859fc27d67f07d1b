/** Stored data of one agent that a version of a test case evaluates. */
import type { Kinds } from '../../generated/types.ts'
import type { DatasetRow } from './datasets.ts'
import type { Candidate } from './candidate.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Runs are stored without a parent, because their paths do not name the test case. */
    EvaluationRun: { subject: RunSubject }
  }
}

/** Subject of a run, in its state when the run was created. */
export interface RunSubject extends Candidate {
  readonly rows: readonly DatasetRow[]
  readonly metrics: readonly Kinds['EvaluationMetric'][]
  readonly star: Kinds['EvaluationTestCase']['star_metric']
}
