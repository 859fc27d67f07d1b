/** What other families and the server may use of this one. */
export { ask } from './ask.ts'
export { formatCsv } from './csv.ts'
export { type DatasetRow, modelDataset, listRows } from './datasets.ts'
export { listModelMetrics, markDeleted, type Metric, listMetrics, parseStar, type StarMetric, usualThreshold } from './metrics.ts'
export { parseCandidate } from './parse-candidate.ts'
export { asksForFailure, hasFailed, type MetricResult, needsExpected, passes, scoreAnswer } from './score.ts'
