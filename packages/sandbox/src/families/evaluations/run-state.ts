/** State changes of a run. It fails when its agent is deleted. */
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { listResults } from './results.ts'
import { hasFailed, passes, scoreAll } from './score.ts'

type Run = Kinds['EvaluationRun']

export const onEnter: NonNullable<ResourceHooks<'EvaluationRun'>['onEnter']> = {
  EVALUATION_RUN_RUNNING_DATASET: (run, _key, ctx) => failWithoutAgent(run, ctx) ?? { started_at: ctx.clock.timestamp() },
  EVALUATION_RUN_EVALUATING_RESULTS: (run, _key, ctx) => failWithoutAgent(run, ctx),
  EVALUATION_RUN_SUCCESSFUL: (run, _key, ctx) => failWithoutAgent(run, ctx) ?? finishRun(run, ctx),
}

function failWithoutAgent({ agent_uuid: agent }: Run, { engine, clock }: AccountContext): Changes<Run> | undefined {
  if (engine.find('Agent', agent)) return undefined
  return {
    status: 'EVALUATION_RUN_FAILED',
    error_description: 'The agent was deleted.',
    finished_at: clock.timestamp(),
    pass_status: false,
  }
}

function finishRun(run: Run, ctx: AccountContext): Changes<Run> {
  const { subject } = ctx.engine.getHidden('EvaluationRun', run.evaluation_run_uuid)
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
  return {
    status: isPartial ? 'EVALUATION_RUN_PARTIALLY_SUCCESSFUL' : 'EVALUATION_RUN_SUCCESSFUL',
    run_level_metric_results: overall,
    star_metric_result: result,
    pass_status: metric !== undefined && result !== undefined && passes(metric, result, threshold) === true,
    finished_at: ctx.clock.timestamp(),
  }
}
