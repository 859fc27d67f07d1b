/** The journeys of a run and their trajectories, computed from the plan of the run. */
import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import { answerAround } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { scoreAnswer } from '../evaluations/index.ts'
import { signDownload } from '../../shared/signed-files.ts'
import { hasEnded } from '../../shared/simulation-states.ts'
import { hasText, matchesFilter, listDistinct, listSortOptions, type SortKeys, sortValues } from '../../shared/sort-lists.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import {
  cancelled,
  durationOf,
  failedJourney,
  finishedJourney,
  getPlan,
  journeyStatusOf,
  type PlannedJourney,
  type Run,
  type RunPlan,
} from './run-plan.ts'
import { buildTranscript, countUsage, type Transcript } from './transcript.ts'

type Journey = DeepReadonly<Kinds['SimulationJourney']>
type Trajectory = DeepReadonly<Operations['simulationRuns_journeys_getTrajectory']['reply']['trajectory']>
type JourneyOrder = NonNullable<Operations['simulationRuns_journeys_list']['query']['sort_by']>

const orders: SortKeys<Journey, JourneyOrder> = {
  SIMULATION_JOURNEY_SORT_FIELD_SCENARIO: ({ scenario_uuid: uuid, journey_index: index }) => `${uuid} ${String(index).padStart(3, '0')}`,
  SIMULATION_JOURNEY_SORT_FIELD_CREATED_AT: (journey) => journey.created_at,
  // All journeys of a run are in the same state.
  SIMULATION_JOURNEY_SORT_FIELD_STATUS: () => 0,
  SIMULATION_JOURNEY_SORT_FIELD_VERDICT: ({ verdict }) => verdict,
}

export const listJourneys: Handler<'simulationRuns_journeys_list'> = (call, ctx) => {
  const { scenario_uuid: scenario, statuses, verdicts, search } = call.query
  const run = ctx.engine.get('SimulationRun', call.path.run_uuid)
  const plan = getPlan(ctx, run)
  const all = plan.journeys.map((planned) => describeJourney(run, plan, planned))
  const found = all.filter(
    (journey) =>
      (!scenario || journey.scenario_uuid === scenario) &&
      matchesFilter(statuses, journey.status) &&
      matchesFilter(verdicts, journey.verdict) &&
      hasText(search, [journey.scenario_uuid, journey.session_id]),
  )
  const sorted = sortValues(found, orders, call.query, { by: 'SIMULATION_JOURNEY_SORT_FIELD_SCENARIO', direction: 'SORT_DIRECTION_ASC' })
  return answerAround(call, sorted, (page, paging) => ({
    journeys: page,
    ...paging,
    available_statuses: listDistinct(all.map(({ status }) => status)),
    available_verdicts: listDistinct(all.map(({ verdict }) => verdict)),
    ...listSortOptions(orders),
  }))
}

/** Empty until the journeys have finished, and for journeys that failed. */
export const transcriptOf = (run: Run, { agentModel }: RunPlan, planned: PlannedJourney): Transcript =>
  journeyStatusOf(run) === finishedJourney ? buildTranscript(agentModel, planned) : { messages: [] }

function describeJourney(run: Run, plan: RunPlan, planned: PlannedJourney): Journey {
  const transcript = transcriptOf(run, plan, planned)
  const { judgment } = transcript
  const status = journeyStatusOf(run)
  const duration = durationOf(plan)
  return {
    journey_uuid: planned.uuid,
    run_uuid: run.run_uuid,
    scenario_uuid: planned.scenario.scenario_uuid,
    journey_index: planned.index,
    session_id: planned.session,
    status,
    ...(judgment && { verdict: judgment.verdict, judge_reasoning: judgment.reasoning }),
    ...(hasEnded(run) &&
      plan.startedAt !== undefined && {
        trajectory_bucket_name: 'spindrift-simulations',
        trajectory_bucket_region: 'nyc3',
        trajectory_spaces_key: keyOfFile(run, planned),
      }),
    token_usage: countUsage([transcript]),
    ...(duration !== undefined && { duration_sec: String(duration) }),
    ...(status === failedJourney && { failure_reason: run.failure_reason }),
    created_at: run.created_at,
    updated_at: formatTimestamp(plan.endedAt ?? plan.startedAt ?? Date.parse(run.created_at)),
  }
}

/** Undefined for a journey that has not started. */
export function describeTrajectory(run: Run, plan: RunPlan, planned: PlannedJourney): Trajectory | undefined {
  const { startedAt, endedAt, metrics, hasTools } = plan
  if (startedAt === undefined) return undefined
  const transcript = transcriptOf(run, plan, planned)
  const { messages, judgment } = transcript
  const status = journeyStatusOf(run)
  const times = { started_at: formatTimestamp(startedAt), completed_at: formatTimestamp(endedAt ?? startedAt) }
  const output = messages.map(({ content }) => content).join('\n')
  return {
    journey_uuid: planned.uuid,
    run_uuid: run.run_uuid,
    scenario_uuid: planned.scenario.scenario_uuid,
    journey_index: planned.index,
    session_id: planned.session,
    agent_id: run.agent_config.agent_uuid,
    status: trajectoryStatusOf(run),
    ...(judgment && { verdict: judgment.verdict, judge: judgment }),
    started_at: times.started_at,
    ...(endedAt !== undefined && { completed_at: times.completed_at, duration_sec: String(durationOf(plan)) }),
    max_turns: planned.maxTurns,
    turn_count: messages.length,
    messages: messages.map((message, index) => ({ turn_index: index, ...message, ...times, tool_calls: [] })),
    evaluation_metrics:
      run.status === 'SIMULATION_RUN_STATUS_SUCCEEDED'
        ? metrics.map((metric) => scoreAnswer(metric, { input: planned.scenario.description, output, expected: '', hasTools }))
        : [],
    token_usage: countUsage([transcript]),
    ...(status === failedJourney && { failure_reason: run.failure_reason }),
  }
}

function trajectoryStatusOf(run: Run): Trajectory['status'] {
  if (run.status === cancelled) return 'SIMULATION_TRAJECTORY_STATUS_CANCELLED'
  const status = journeyStatusOf(run)
  if (status === failedJourney) return 'SIMULATION_TRAJECTORY_STATUS_FAILED'
  return status === finishedJourney ? 'SIMULATION_TRAJECTORY_STATUS_COMPLETED' : 'SIMULATION_TRAJECTORY_STATUS_RUNNING'
}

const keyOfFile = ({ run_uuid: run }: Run, { uuid }: PlannedJourney): string => `simulation-runs/${run}/${uuid}.json`
export const fileOf = (run: Run, planned: PlannedJourney): string => `downloads/${keyOfFile(run, planned)}`

interface JourneyContext {
  readonly run: Run
  readonly plan: RunPlan
  readonly planned: PlannedJourney
}

/** @throws Failure 404 */
function requireJourney(ctx: AccountContext, path: { readonly run_uuid: string; readonly journey_uuid: string }): JourneyContext {
  const run = ctx.engine.get('SimulationRun', path.run_uuid)
  const plan = getPlan(ctx, run)
  const planned = plan.journeys.find(({ uuid }) => uuid === path.journey_uuid)
  if (!planned) throw notFound()
  return { run, plan, planned }
}

export const getJourney: Handler<'simulationRuns_journeys_get'> = ({ path }, ctx) => {
  const { run, plan, planned } = requireJourney(ctx, path)
  return { journey: describeJourney(run, plan, planned) }
}

export const getTrajectory: Handler<'simulationRuns_journeys_getTrajectory'> = ({ path }, ctx) => {
  const { run, plan, planned } = requireJourney(ctx, path)
  const trajectory = describeTrajectory(run, plan, planned)
  if (!trajectory) throw notFound('Trajectory not found: the journey has not begun.')
  return { trajectory }
}

export const getTrajectoryUrl: Handler<'simulationRuns_journeys_getTrajectoryUrl'> = ({ path, origin }, ctx) => {
  const { run, plan, planned } = requireJourney(ctx, path)
  if (!hasEnded(run)) throw notFound('File not found: it is written when the run has ended.')
  if (plan.startedAt === undefined) throw notFound('Trajectory not found: the journey never began.')
  const { url, expires } = signDownload(ctx, origin, fileOf(run, planned))
  return { download_url: url, expires_at: expires }
}
