/** Simulations: agents talk to played persons, and a judge says how it went. */
import type { Family } from '../family.ts'
import { getJourney, getTrajectory, getTrajectoryUrl, listJourneys } from './journeys.ts'
import { stopRunsOf, takeStep } from './run-state.ts'
import { cancelRun, createRun, deleteRun, getRun, listRuns, simulationRun } from './runs.ts'

export const simulationRuns: Family = {
  handlers: {
    simulationRuns_list: listRuns,
    simulationRuns_create: createRun,
    simulationRuns_get: getRun,
    simulationRuns_delete: deleteRun,
    simulationRuns_cancel: cancelRun,
    simulationRuns_journeys_list: listJourneys,
    simulationRuns_journeys_get: getJourney,
    simulationRuns_journeys_getTrajectory: getTrajectory,
    simulationRuns_journeys_getTrajectoryUrl: getTrajectoryUrl,
  },
  kinds: { SimulationRun: simulationRun, Agent: { afterDelete: stopRunsOf } },
  jobs: { 'simulationRuns.step': takeStep },
}
