/** Simulations: agents talk to played persons, and a judge says how it went. */
import type { FamilyBehavior } from '../family.ts'
import { getJourney, getTrajectory, getTrajectoryUrl, listJourneys } from './journeys.ts'
import { stopRunsOf, takeStep } from './run-state.ts'
import { cancelRun, createRun, deleteRun, getRun, listRuns, simulationRun } from './runs.ts'

export const simulationRuns: FamilyBehavior = {
  behaviors: {
    simulationRuns_list: listRuns,
    simulationRuns_create: createRun,
    simulationRuns_get: getRun,
    simulationRuns_delete: deleteRun,
    simulationRuns_cancel: cancelRun,
    simulationRuns_list_journeys: listJourneys,
    simulationRuns_get_journey: getJourney,
    simulationRuns_get_trajectory: getTrajectory,
    simulationRuns_get_trajectory_url: getTrajectoryUrl,
  },
  kinds: { SimulationRun: simulationRun, Agent: { removed: stopRunsOf } },
  due: { 'simulationRuns.step': takeStep },
}
