/** Simulations: agents talk to simulated users, and a judge scores the conversations. */
import { getJourney, getTrajectory, getTrajectoryUrl, listJourneys } from './journeys.ts'
import { createRun, listRuns } from './runs.ts'
import type { Handlers } from '../family.ts'

export const handlers = {
  simulationRuns_list: listRuns,
  simulationRuns_create: createRun,
  simulationRuns_journeys_list: listJourneys,
  simulationRuns_journeys_get: getJourney,
  simulationRuns_journeys_getTrajectory: getTrajectory,
  simulationRuns_journeys_getTrajectoryUrl: getTrajectoryUrl,
} satisfies Handlers
