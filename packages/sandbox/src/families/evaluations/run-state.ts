/** State machine of a run. */
import type { AccountContext } from '../../engine/account-context.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { listResults } from './results.ts'
import { hasFailed, passes, scoreAll } from './score.ts'

const steps = {
  EVALUATION_RUN_QUEUED: { to: 'EVALUATION_RUN_RUNNING_DATASET', seconds: 10 },
  EVALUATION_RUN_RUNNING_DATASET: { to: 'EVALUATION_RUN_EVALUATING_RESULTS', seconds: 60 },
  EVALUATION_RUN_EVALUATING_RESULTS: { to: 'EVALUATION_RUN_SUCCESSFUL', seconds: 30 },
} as const

type Unfinished = keyof typeof steps

interface Step {
  readonly uuid: string
  readonly from: Unfinished
}

export function scheduleStep(ctx: AccountContext, uuid: string, from: Unfinished = 'EVALUATION_RUN_QUEUED'): void {
  scheduleIn(ctx, steps[from].seconds, 'evaluations.step', { uuid, from })
}

export function runStep({ uuid, from }: Step, ctx: AccountContext): void {
  const { engine, clock } = ctx
  const run = engine.find('EvaluationRun', uuid)
  if (run?.status !== from) return
  if (!engine.find('Agent', run.agent_uuid)) {
    engine.setFields('EvaluationRun', uuid, {
      status: 'EVALUATION_RUN_FAILED',
      error_description: 'The agent was deleted.',
      finished_at: clock.timestamp(),
      pass_status: false,
    })
    return
  }
  const { to } = steps[from]
  if (to === 'EVALUATION_RUN_SUCCESSFUL') {
    finish(ctx, uuid)
    return
  }
  engine.setFields('EvaluationRun', uuid, { status: to, ...(to === 'EVALUATION_RUN_RUNNING_DATASET' && { started_at: clock.timestamp() }) })
  scheduleStep(ctx, uuid, to)
}

function finish(ctx: AccountContext, uuid: string): void {
  const { engine, clock } = ctx
  const { subject } = engine.getHidden('EvaluationRun', uuid)
  const run = engine.setFields('EvaluationRun', uuid, { status: 'EVALUATION_RUN_SUCCESSFUL' })
  const prompts = listResults(ctx, run, subject)
  const overall = subject.metrics.map((metric) =>
    scoreAll(
      metric,
      prompts.flatMap(({ prompt_level_metric_results: results }) => results.find((each) => each.metric_uuid === metric.metric_uuid) ?? []),
    ),
  )
  const { metric_uuid: star, success_threshold: threshold = 0 } = subject.star
  const metric = subject.metrics.find((each) => each.metric_uuid === star)
  const result = overall.find((each) => each.metric_uuid === star)
  const isPartial = prompts.some(({ prompt_level_metric_results: results }) => hasFailed(results))
  engine.setFields('EvaluationRun', uuid, {
    status: isPartial ? 'EVALUATION_RUN_PARTIALLY_SUCCESSFUL' : 'EVALUATION_RUN_SUCCESSFUL',
    run_level_metric_results: overall,
    star_metric_result: result,
    pass_status: metric !== undefined && result !== undefined && passes(metric, result, threshold) === true,
    finished_at: clock.timestamp(),
  })
}
