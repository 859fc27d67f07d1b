/** State changes of a run. */
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { saveTextFile } from '../../shared/signed-files.ts'
import { hasEnded } from '../../shared/simulation-states.ts'
import { describeTrajectory, fileOf, transcriptOf } from './journeys.ts'
import { cancelled, durationOf, evaluating, getPlan, type Run, type RunPlan, running } from './run-plan.ts'
import { countUsage, countVerdicts } from './transcript.ts'

export const onEnter: NonNullable<ResourceHooks<'SimulationRun'>['onEnter']> = {
  [running]: (run, _key, ctx) => {
    storePlan(ctx, run, { startedAt: ctx.clock.now() })
  },
  // Without metrics, there is nothing to evaluate.
  [evaluating]: (run, _key, ctx) => {
    const { metrics } = storePlan(ctx, run, { endedAt: ctx.clock.now() })
    return metrics.length > 0 ? {} : finishRun({ ...run, status: 'SIMULATION_RUN_STATUS_SUCCEEDED' }, ctx)
  },
  SIMULATION_RUN_STATUS_SUCCEEDED: (run, _key, ctx) => finishRun(run, ctx),
  [cancelled]: (run, _key, ctx) => finishRun(run, ctx, 'The run was cancelled.'),
  SIMULATION_RUN_STATUS_FAILED: (run, _key, ctx) => finishRun(run, ctx, agentDeleted),
  SIMULATION_RUN_STATUS_PARTIALLY_SUCCESSFUL: (run, _key, ctx) => finishRun(run, ctx, agentDeleted),
}

const agentDeleted = 'The agent was deleted.'

function storePlan(ctx: AccountContext, run: Run, times: Pick<RunPlan, 'startedAt' | 'endedAt'>): RunPlan {
  const plan = { ...times, ...getPlan(ctx, run) }
  ctx.engine.setHidden('SimulationRun', run.run_uuid, { plan })
  return plan
}

/** Summarizes a run that ends, and writes its files. */
function finishRun(run: Run, ctx: AccountContext, reason?: string): Changes<Run> {
  const plan = storePlan(ctx, run, { endedAt: ctx.clock.now() })
  const ended: Run = { ...run, ...(reason !== undefined && { failure_reason: reason }) }
  const transcripts = plan.journeys.map((planned) => transcriptOf(ended, plan, planned))
  const fields = {
    status: run.status,
    result_summary: {
      verdict_counts: countVerdicts(transcripts),
      token_usage: countUsage(transcripts),
      total_duration_sec: String((durationOf(plan) ?? 0) * plan.journeys.length),
    },
    ...(reason !== undefined && { failure_reason: reason }),
  }
  for (const planned of plan.journeys) {
    const trajectory = describeTrajectory({ ...ended, ...fields }, plan, planned)
    if (trajectory) saveTextFile(ctx, fileOf(run, planned), JSON.stringify(trajectory))
  }
  return fields
}

/** Ends the runs of a deleted agent. Journeys that have finished keep their verdicts, but are not scored. */
export function stopRunsOf({ uuid }: Pick<Kinds['Agent'], 'uuid'>, _key: unknown, ctx: AccountContext): void {
  for (const run of ctx.engine.list('SimulationRun', { where: [{ field: 'agent_config.agent_uuid', equals: uuid }] }))
    if (!hasEnded(run)) ctx.engine.trigger('SimulationRun', run.run_uuid, 'agents_delete')
}
