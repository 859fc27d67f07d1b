/** What other families and the server may use of this one. */
export { ask } from './ask.ts'
export { writeCsv } from './csv.ts'
export { type DatasetRow, modelDataset, readRows } from './datasets.ts'
export { listModelMetrics, markDeleted, type Metric, readMetrics, readStar, type StarMetric, usualThreshold } from './metrics.ts'
export { readCandidate } from './read-candidate.ts'
export { asksForFailure, hasFailed, type MetricResult, needsExpected, passes, scoreAnswer } from './score.ts'
