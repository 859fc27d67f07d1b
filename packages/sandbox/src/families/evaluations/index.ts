/** What other families and the server may use of this one. */
export { ask, countDone } from './ask.ts'
export { writeCsv } from './csv.ts'
export { type DatasetRow, datasetKey, modelDataset, readRows } from './datasets.ts'
export { listModelMetrics, markDeleted, readMetrics, readStar, usualThreshold } from './metrics.ts'
export { hasFailed, needsExpected, passes, scoreAnswer } from './score.ts'
