/** The states of simulation runs, which the runs themselves and the sets that they play ask about. */
import type { Kinds } from '../generated/types.ts'

type Run = Kinds['SimulationRun']

/** In the order in which a run goes through them. */
export const runStates: readonly Run['status'][] = [
  'SIMULATION_RUN_STATUS_PENDING',
  'SIMULATION_RUN_STATUS_RUNNING',
  'SIMULATION_RUN_STATUS_EVALUATING',
  'SIMULATION_RUN_STATUS_SUCCEEDED',
  'SIMULATION_RUN_STATUS_PARTIALLY_SUCCESSFUL',
  'SIMULATION_RUN_STATUS_FAILED',
  'SIMULATION_RUN_STATUS_CANCELLED',
]

/** Nothing moves it on any more. */
export function hasEnded({ status }: Pick<Run, 'status'>): boolean {
  return runStates.indexOf(status) >= runStates.indexOf('SIMULATION_RUN_STATUS_SUCCEEDED')
}
