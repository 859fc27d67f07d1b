import type { EvaluationsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'
import { fileAddresses } from '../../shared/signed-files.ts'
import { seedMetrics } from './metrics.ts'

export { answerQuestion } from './answer.ts'
export { formatCsv } from './csv.ts'
export { type DatasetRow, modelDataset, listRows } from './datasets.ts'
export { listModelMetrics, markDeleted, type Metric, listMetrics, parseStar, type StarMetric, usualThreshold } from './metrics.ts'
export { parseCandidate } from './candidate.ts'
export { asksForFailure, hasFailed, type MetricResult, needsExpected, passes, scoreAnswer } from './score.ts'

export const evaluations: Family<EvaluationsHandlers> = { handlers, hooks, jobs, addresses: fileAddresses, seed: seedMetrics }
