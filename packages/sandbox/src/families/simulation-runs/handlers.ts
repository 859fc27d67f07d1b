/** Trajectories of the journeys of a run, computed from the journey and its scenario. */
import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { createDownloads } from '../../shared/signed-files.ts'
import { childPath } from '../../store/store.ts'
import { scoreAnswer } from '../evaluations/index.ts'
import type { Handlers } from '../family.ts'
import { playConversation } from './conversation.ts'
import { hasEnded } from './hooks.ts'

type Trajectory = DeepReadonly<Operations['simulationRuns_journeys_getTrajectory']['reply']['trajectory']>

const states = {
  SIMULATION_JOURNEY_STATUS_FINISHED: 'SIMULATION_TRAJECTORY_STATUS_COMPLETED',
  SIMULATION_JOURNEY_STATUS_FAILED: 'SIMULATION_TRAJECTORY_STATUS_FAILED',
} as const satisfies Partial<Record<Kinds['SimulationJourney']['status'], Trajectory['status']>>

/** @throws Failure 404 also for a journey that has not started */
function describeTrajectory({ engine }: AccountContext, run: Kinds['SimulationRun'], uuid: string): Trajectory {
  const { run_uuid, status: runStatus } = run
  const { metrics, startedAt } = engine.getHidden('SimulationRun', run_uuid)
  const key = { parent: childPath({ kind: 'SimulationRun', id: run_uuid }), id: uuid }
  const { status, verdict, duration_sec, failure_reason, updated_at, ...journey } = engine.get('SimulationJourney', key)
  if (startedAt === 0) throw notFound('Trajectory not found: the journey has not begun.')
  const { journey_uuid, scenario_uuid, journey_index, session_id, token_usage } = journey
  const { scenario, maxTurns } = engine.getHidden('SimulationJourney', key)
  const { messages, judge } = playConversation(scenario.stopping_criteria, verdict ? maxTurns : 0)
  const started_at = formatTimestamp(startedAt)
  const times = { started_at, completed_at: updated_at }
  const isScored = runStatus === 'SIMULATION_RUN_STATUS_SUCCEEDED'
  const state = runStatus === 'SIMULATION_RUN_STATUS_CANCELLED' && !verdict ? 'SIMULATION_TRAJECTORY_STATUS_CANCELLED' : undefined
  return {
    journey_uuid,
    run_uuid,
    scenario_uuid,
    journey_index,
    session_id,
    agent_id: run.agent_config.agent_uuid,
    status: state ?? (status in states ? states[status as keyof typeof states] : 'SIMULATION_TRAJECTORY_STATUS_RUNNING'),
    ...(verdict && { verdict, judge }),
    started_at,
    ...(duration_sec !== undefined && { completed_at: updated_at, duration_sec }),
    max_turns: maxTurns,
    turn_count: messages.length,
    messages: messages.map((message, index) => ({ turn_index: index, ...message, ...times, tool_calls: [] })),
    evaluation_metrics: isScored ? metrics.map((metric) => scoreAnswer(metric, scenario.description)) : [],
    token_usage,
    ...(failure_reason !== undefined && { failure_reason }),
  }
}

export const files = createDownloads('simulation-runs', 'json', (ctx, id) => {
  const [runUuid = '', uuid = ''] = id.split('/')
  const run = ctx.engine.find('SimulationRun', runUuid)
  return run && JSON.stringify(describeTrajectory(ctx, run, uuid))
})

const getTrajectory: Handler<'simulationRuns_journeys_getTrajectory'> = ({ path }, ctx) => ({
  trajectory: describeTrajectory(ctx, ctx.engine.get('SimulationRun', path.run_uuid), path.journey_uuid),
})

const getTrajectoryUrl: Handler<'simulationRuns_journeys_getTrajectoryUrl'> = ({ path, origin }, ctx) => {
  const run = ctx.engine.get('SimulationRun', path.run_uuid)
  describeTrajectory(ctx, run, path.journey_uuid)
  if (!hasEnded(run)) throw notFound('File not found: it is written when the run has ended.')
  return files.sign(ctx, origin, `${path.run_uuid}/${path.journey_uuid}`)
}

export const handlers = {
  simulationRuns_journeys_getTrajectory: getTrajectory,
  simulationRuns_journeys_getTrajectoryUrl: getTrajectoryUrl,
} satisfies Handlers
