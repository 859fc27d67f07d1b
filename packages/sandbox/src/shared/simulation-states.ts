/** States of simulation runs. */
import type { Kinds } from '../generated/types.ts'

type Run = Kinds['SimulationRun']

/** States in the order of a run. */
export const runStates: readonly Run['status'][] = [
  'SIMULATION_RUN_STATUS_PENDING',
  'SIMULATION_RUN_STATUS_RUNNING',
  'SIMULATION_RUN_STATUS_EVALUATING',
  'SIMULATION_RUN_STATUS_SUCCEEDED',
  'SIMULATION_RUN_STATUS_PARTIALLY_SUCCESSFUL',
  'SIMULATION_RUN_STATUS_FAILED',
  'SIMULATION_RUN_STATUS_CANCELLED',
]

/** Returns true for a run in a final state. */
export function hasEnded({ status }: Pick<Run, 'status'>): boolean {
  return runStates.indexOf(status) >= runStates.indexOf('SIMULATION_RUN_STATUS_SUCCEEDED')
}
