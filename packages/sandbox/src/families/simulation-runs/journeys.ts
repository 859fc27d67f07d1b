/** The journeys of a run, and what was said in them. */
import type { Behavior } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { Sent } from '../../engine/kinds.ts'
import { answerAround } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { signDownload } from '../../shared/signed-files.ts'
import { hasEnded } from '../../shared/simulation-states.ts'
import { hasText, isWanted, listOccurring, listOrders, type Orders, sortValues } from '../../shared/sort-lists.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { fileOf, keyOfFile } from './outcome.ts'
import { describeUsage } from './play.ts'
import {
  durationOf,
  failed,
  findProgress,
  finished,
  listProgress,
  preparing,
  type Progress,
  readSubject,
  type Run,
  underWay,
} from './progress.ts'
import type { RunSubject } from './run-subject.ts'
import { describeTrajectory } from './trajectory.ts'

type Journey = Sent<Kinds['SimulationJourney']>
type JourneyOrder = NonNullable<Operations['simulationRuns_journeys_list']['query']['sort_by']>

/** In the order in which a journey goes through them. */
const states: readonly Journey['status'][] = [preparing, underWay, finished, failed]

const orders: Orders<Journey, JourneyOrder> = {
  SIMULATION_JOURNEY_SORT_FIELD_SCENARIO: ({ scenario_uuid: uuid, journey_index: index }) => `${uuid} ${String(index).padStart(3, '0')}`,
  SIMULATION_JOURNEY_SORT_FIELD_CREATED_AT: (journey) => journey.created_at,
  SIMULATION_JOURNEY_SORT_FIELD_STATUS: ({ status }) => states.indexOf(status),
  SIMULATION_JOURNEY_SORT_FIELD_VERDICT: ({ verdict }) => verdict,
}

export const listJourneys: Behavior<'simulationRuns_journeys_list'> = (call, world) => {
  const { scenario_uuid: scenario, statuses, verdicts, search } = call.query
  const run = world.engine.get('SimulationRun', call.path.run_uuid)
  const subject = readSubject(world, run)
  const all = listProgress(world, run, subject).map((progress) => describeJourney(run, subject, progress))
  const found = all.filter(
    (journey) =>
      (!scenario || journey.scenario_uuid === scenario) &&
      isWanted(statuses, journey.status) &&
      isWanted(verdicts, journey.verdict) &&
      hasText(search, [journey.scenario_uuid, journey.session_id]),
  )
  const sorted = sortValues(found, orders, call.query, { by: 'SIMULATION_JOURNEY_SORT_FIELD_SCENARIO', direction: 'SORT_DIRECTION_ASC' })
  return answerAround(call, sorted, (page, paging) => ({
    journeys: page,
    ...paging,
    available_statuses: listOccurring(all.map(({ status }) => status)),
    available_verdicts: listOccurring(all.map(({ verdict }) => verdict)),
    ...listOrders(orders),
  }))
}

function describeJourney(run: Run, { stopped }: RunSubject, progress: Progress): Journey {
  const { planned, status, startedAt, changedAt, outcome, usage } = progress
  const duration = durationOf(progress)
  return {
    journey_uuid: planned.uuid,
    run_uuid: run.run_uuid,
    scenario_uuid: planned.scenario.scenario_uuid,
    journey_index: planned.index,
    session_id: planned.session,
    status,
    ...(outcome && { verdict: outcome.verdict, judge_reasoning: outcome.reasoning }),
    ...(hasEnded(run) &&
      startedAt !== undefined && {
        trajectory_bucket_name: 'spindrift-simulations',
        trajectory_bucket_region: 'nyc3',
        trajectory_spaces_key: keyOfFile(run, planned),
      }),
    token_usage: describeUsage([usage]),
    ...(duration !== undefined && { duration_sec: String(duration) }),
    ...(status === failed && stopped && { failure_reason: stopped.reason }),
    created_at: run.created_at,
    updated_at: writeStamp(changedAt),
  }
}

interface Opened {
  readonly run: Run
  readonly subject: RunSubject
  readonly progress: Progress
}

/** @throws Failure 404 */
function open(world: World, path: { readonly run_uuid: string; readonly journey_uuid: string }): Opened {
  const run = world.engine.get('SimulationRun', path.run_uuid)
  const subject = readSubject(world, run)
  const progress = findProgress(world, run, subject, path.journey_uuid)
  if (!progress) throw notFound()
  return { run, subject, progress }
}

export const getJourney: Behavior<'simulationRuns_journeys_get'> = ({ path }, world) => {
  const { run, subject, progress } = open(world, path)
  return { journey: describeJourney(run, subject, progress) }
}

export const getTrajectory: Behavior<'simulationRuns_journeys_getTrajectory'> = ({ path }, world) => {
  const { run, subject, progress } = open(world, path)
  const trajectory = describeTrajectory(world, run, subject, progress)
  if (!trajectory) throw notFound('The journey has no trajectory, as it has not begun.')
  return { trajectory }
}

export const getTrajectoryUrl: Behavior<'simulationRuns_journeys_getTrajectoryUrl'> = ({ path, origin }, world) => {
  const { run, progress } = open(world, path)
  if (!hasEnded(run)) throw notFound('The file is written when the run has ended.')
  if (progress.startedAt === undefined) throw notFound('The journey has no trajectory, as it never began.')
  const { url, expires } = signDownload(world, origin, fileOf(run, progress.planned))
  return { download_url: url, expires_at: expires }
}
