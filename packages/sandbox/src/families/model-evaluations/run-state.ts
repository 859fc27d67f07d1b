/** State machine of a run, and its result file. */
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { hasFailed, formatCsv } from '../evaluations/index.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { saveTextFile } from '../../shared/signed-files.ts'
import type { Run } from './run-settings.ts'
import { type AnsweredPrompt, listAnswers, type ModelRunSubject } from './run-subject.ts'
import { summarize } from './summary.ts'

type Status = Run['status']

export const queued = 'MODEL_EVALUATION_RUN_QUEUED'
export const asking = 'MODEL_EVALUATION_RUN_RUNNING_DATASET'
export const scoring = 'MODEL_EVALUATION_RUN_EVALUATING_RESULTS'
export const cancelling = 'MODEL_EVALUATION_RUN_CANCELLING'
const cancelled = 'MODEL_EVALUATION_RUN_CANCELLED'
const successful = 'MODEL_EVALUATION_RUN_SUCCESSFUL'
const partial = 'MODEL_EVALUATION_RUN_PARTIALLY_SUCCESSFUL'

export const hasEnded = ({ status }: Run): boolean =>
  isScored({ status }) || status === cancelled || status === 'MODEL_EVALUATION_RUN_FAILED'

const seconds = { queued: 10, asking: 60, scoring: 30, cancelling: 5 } as const

interface Step {
  readonly uuid: string
  readonly from: Status
}

export function scheduleStep(ctx: AccountContext, uuid: string, from: Status): void {
  const wait = from === queued ? seconds.queued : from === asking ? seconds.asking : from === scoring ? seconds.scoring : seconds.cancelling
  scheduleIn(ctx, wait, 'modelEvaluations.step', { uuid, from })
}

export function runStep({ uuid, from }: Step, ctx: AccountContext): void {
  const { engine, clock } = ctx
  if (engine.find('ModelEvaluationRun', uuid)?.status !== from) return
  if (from === queued) {
    engine.setFields('ModelEvaluationRun', uuid, { status: asking, started_at: clock.timestamp() })
    scheduleStep(ctx, uuid, asking)
  } else if (from === asking) {
    engine.setHidden('ModelEvaluationRun', uuid, { subject: { ...engine.getHidden('ModelEvaluationRun', uuid).subject, isAnswered: true } })
    engine.setFields('ModelEvaluationRun', uuid, { status: scoring })
    scheduleStep(ctx, uuid, scoring)
  } else finish(ctx, uuid, from === cancelling)
}

function finish(ctx: AccountContext, uuid: string, isCancelled: boolean): void {
  const { engine, clock } = ctx
  const { subject } = engine.getHidden('ModelEvaluationRun', uuid)
  const run = engine.get('ModelEvaluationRun', uuid)
  const at = clock.timestamp()
  const answers = listAnswers(subject)
  const isPartial = answers.some(({ results }) => hasFailed(results))
  const done = isPartial ? partial : successful
  const outcome: Changes<Run> = isCancelled ? { status: cancelled } : { status: done, result_summary: summarize(run, subject, answers, at) }
  const after = engine.setFields('ModelEvaluationRun', uuid, { ...outcome, completed_at: at })
  saveTextFile(ctx, fileOf(uuid), writeFile(after, subject, answers))
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
