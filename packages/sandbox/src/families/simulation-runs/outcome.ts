/** What came of a run: verdicts, tokens and times, and the files with its trajectories. */
import type { World } from '../../engine/world.ts'
import type { Operations } from '../../generated/types.ts'
import { hasFailed } from '../evaluations/index.ts'
import { forgetFile, keepFile } from '../../shared/signed-files.ts'
import { describeUsage } from './play.ts'
import { durationOf, finished, listProgress, type Progress, type Run } from './progress.ts'
import type { PlannedJourney, RunSubject, Verdict } from './run-subject.ts'
import { describeTrajectory } from './trajectory.ts'

type ScenarioResult = Operations['simulationRuns_get']['reply']['scenario_results'][number]

/** @param all the journeys at the end of the run; tokens and times are those of all that began */
export function summarize(all: readonly Progress[]): NonNullable<Run['result_summary']> {
  return {
    verdict_counts: countVerdicts(all),
    token_usage: describeUsage(all.map(({ usage }) => usage)),
    total_duration_sec: String(all.reduce((sum, each) => sum + (durationOf(each) ?? 0), 0)),
  }
}

function countVerdicts(all: readonly Progress[]) {
  const count = (verdict: Verdict) => all.filter(({ outcome }) => outcome?.verdict === verdict).length
  return {
    success_count: count('SIMULATION_JOURNEY_VERDICT_SUCCESS'),
    failure_count: count('SIMULATION_JOURNEY_VERDICT_FAILURE'),
    inconclusive_count: count('SIMULATION_JOURNEY_VERDICT_INCONCLUSIVE'),
  }
}

export function listScenarioResults(world: World, run: Run, subject: RunSubject): ScenarioResult[] {
  const all = listProgress(world, run, subject)
  return subject.scenarios.map(({ scenario_uuid: uuid }) => {
    const own = all.filter(({ planned }) => planned.scenario.scenario_uuid === uuid)
    const done = own.filter(({ status }) => status === finished)
    return { scenario_uuid: uuid, total_journeys: own.length, journeys_finished: done.length, verdict_counts: countVerdicts(done) }
  })
}

export const keyOfFile = ({ run_uuid: run }: Run, { uuid }: PlannedJourney): string => `simulation-runs/${run}/${uuid}.json`
export const fileOf = (run: Run, planned: PlannedJourney): string => `downloads/${keyOfFile(run, planned)}`

/** Writes the file of each journey that began. @returns whether all that was to be scored could be */
export function keepTrajectories(world: World, run: Run, subject: RunSubject, all: readonly Progress[]): boolean {
  let areScored = true
  for (const progress of all) {
    const trajectory = describeTrajectory(world, run, subject, progress)
    if (!trajectory) continue
    areScored &&= !hasFailed(trajectory.evaluation_metrics)
    keepFile(world, fileOf(run, progress.planned), JSON.stringify(trajectory))
  }
  return areScored
}

export function forgetTrajectories(world: World, run: Run, { journeys }: RunSubject): void {
  for (const planned of journeys) forgetFile(world, fileOf(run, planned))
}
