import type { EvaluationsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'
import { uploadAddress } from '../../shared/signed-files.ts'
import { files } from './datasets.ts'
import { catalog } from './metrics.ts'

export { type DatasetRow, modelDataset, listRows } from './datasets.ts'
export { type Metric, listMetrics, parseStar, usualThreshold } from './metrics.ts'
export { answerQuestion, asksForFailure, hasFailed, needsExpected, passes, scoreAnswer } from './score.ts'

export const evaluations: Family<EvaluationsHandlers> = {
  handlers,
  hooks,
  jobs,
  addresses: [uploadAddress, files.address],
  catalog,
}
