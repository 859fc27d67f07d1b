/** State machine of a run, and its result file. */
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { hasFailed, formatCsv } from '../evaluations/index.ts'
import { saveTextFile } from '../../shared/signed-files.ts'
import type { Run } from './run-settings.ts'
import { type AnsweredPrompt, listAnswers, type ModelRunSubject } from './run-subject.ts'
import { summarize } from './summary.ts'

const asking = 'MODEL_EVALUATION_RUN_RUNNING_DATASET'
const scoring = 'MODEL_EVALUATION_RUN_EVALUATING_RESULTS'
const cancelled = 'MODEL_EVALUATION_RUN_CANCELLED'
const successful = 'MODEL_EVALUATION_RUN_SUCCESSFUL'
const partial = 'MODEL_EVALUATION_RUN_PARTIALLY_SUCCESSFUL'

export const hasEnded = ({ status }: Run): boolean =>
  isScored({ status }) || status === cancelled || status === 'MODEL_EVALUATION_RUN_FAILED'

type EnterHooks = NonNullable<ResourceHooks<'ModelEvaluationRun'>['onEnter']>

export const onEnter: EnterHooks = {
  [asking]: (_run, _key, { clock }) => ({ started_at: clock.timestamp() }),
  [scoring]: (_run, key, { engine }) => {
    engine.setHidden('ModelEvaluationRun', key, { subject: { ...engine.getHidden('ModelEvaluationRun', key).subject, isAnswered: true } })
  },
  [successful]: (run, { id }, ctx) => {
    const { subject } = ctx.engine.getHidden('ModelEvaluationRun', id)
    const answers = listAnswers(subject)
    const at = ctx.clock.timestamp()
    const status = answers.some(({ results }) => hasFailed(results)) ? partial : successful
    return finishRun(ctx, run, { status, result_summary: summarize(run, subject, answers, at) })
  },
  [cancelled]: (run, _key, ctx) => finishRun(ctx, run, { status: cancelled }),
}

/** Writes the file of the run. */
function finishRun(ctx: AccountContext, run: Run, outcome: Partial<Run>): Changes<Run> {
  const { eval_run_uuid: uuid } = run
  const { subject } = ctx.engine.getHidden('ModelEvaluationRun', uuid)
  const fields = { ...outcome, completed_at: ctx.clock.timestamp() }
  saveTextFile(ctx, fileOf(uuid), writeFile({ ...run, ...fields }, subject, listAnswers(subject)))
  return fields
}

export const fileOf = (uuid: string) => `downloads/model-evaluation-runs/${uuid}.csv`

function writeFile(run: Run, subject: ModelRunSubject, answers: readonly AnsweredPrompt[]): string {
  const isWhole = run.status !== cancelled
  const head = ['query', 'response', 'expected_response', 'model', ...subject.metrics.map((metric) => metric.metric_name)]
  const rows = answers.map(({ input, output, expected, results }) => [
    input,
    output,
    expected,
    subject.candidate.name,
    ...results.map(({ number_value: value }) => (isWhole ? (value ?? '') : '')),
  ])
  return formatCsv([head, ...rows])
}

/** True when the judge has finished. */
export const isScored = ({ status }: Pick<Run, 'status'>): boolean => status === successful || status === partial
