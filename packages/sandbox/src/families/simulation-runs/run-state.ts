/** State machine of a run. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { saveTextFile } from '../../shared/signed-files.ts'
import { hasEnded } from '../../shared/simulation-states.ts'
import { describeTrajectory, fileOf, transcriptOf } from './journeys.ts'
import { durationOf, evaluating, failed, getPlan, pending, type Run, running } from './run-plan.ts'
import { countUsage, countVerdicts } from './transcript.ts'

/** Seconds that a run stays in each state. */
const seconds = { [pending]: 10, [running]: 60, [evaluating]: 30 } as const

type Unfinished = keyof typeof seconds

interface Step {
  readonly uuid: string
  readonly from: Unfinished
}

export function scheduleStep(ctx: AccountContext, uuid: string, from: Unfinished): void {
  scheduleIn(ctx, seconds[from], 'simulationRuns.step', { uuid, from } satisfies Step)
}

export function runStep({ uuid, from }: Step, ctx: AccountContext): void {
  const { engine, clock } = ctx
  const run = engine.find('SimulationRun', uuid)
  if (run?.status !== from) return
  const plan = getPlan(ctx, run)
  if (from === pending) engine.setHidden('SimulationRun', uuid, { plan: { ...plan, startedAt: clock.now() } })
  const to = from === pending ? running : from === running && plan.metrics.length > 0 ? evaluating : undefined
  if (!to) {
    finishRun(ctx, run, 'SIMULATION_RUN_STATUS_SUCCEEDED')
    return
  }
  if (to === evaluating) engine.setHidden('SimulationRun', uuid, { plan: { ...plan, endedAt: clock.now() } })
  engine.setFields('SimulationRun', uuid, { status: to, updated_at: clock.timestamp() })
  scheduleStep(ctx, uuid, to)
}

export function finishRun(ctx: AccountContext, before: Run, status: Run['status'], reason?: string): Run {
  const { engine, clock } = ctx
  const plan = { endedAt: clock.now(), ...getPlan(ctx, before) }
  engine.setHidden('SimulationRun', before.run_uuid, { plan })
  const ended: Run = { ...before, status, ...(reason !== undefined && { failure_reason: reason }) }
  const transcripts = plan.journeys.map((planned) => transcriptOf(ended, plan, planned))
  const run = engine.setFields('SimulationRun', before.run_uuid, {
    status,
    result_summary: {
      verdict_counts: countVerdicts(transcripts),
      token_usage: countUsage(transcripts),
      total_duration_sec: String((durationOf(plan) ?? 0) * plan.journeys.length),
    },
    ...(reason !== undefined && { failure_reason: reason }),
    updated_at: clock.timestamp(),
  })
  for (const planned of plan.journeys) {
    const trajectory = describeTrajectory(run, plan, planned)
    if (trajectory) saveTextFile(ctx, fileOf(run, planned), JSON.stringify(trajectory))
  }
  return run
}

/** Ends the runs of a deleted agent. Journeys that have finished keep their verdicts, but are not scored. */
export function stopRunsOf({ uuid }: Pick<Kinds['Agent'], 'uuid'>, _key: unknown, ctx: AccountContext): void {
  for (const run of ctx.engine.list('SimulationRun', { where: [{ field: 'agent_config.agent_uuid', equals: uuid }] }))
    if (!hasEnded(run))
      finishRun(ctx, run, run.status === evaluating ? 'SIMULATION_RUN_STATUS_PARTIALLY_SUCCESSFUL' : failed, 'The agent was deleted.')
}
