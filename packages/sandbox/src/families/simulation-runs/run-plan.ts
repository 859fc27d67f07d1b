/** Plan of a run, stored in its hidden fields, and the states of its journeys, which follow from the state of the run. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Metric } from '../evaluations/index.ts'
import type { Scenario } from '../scenario-sets/index.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    SimulationRun: { plan: RunPlan }
  }
}

export type Run = Kinds['SimulationRun']
export type JourneyStatus = Kinds['SimulationJourney']['status']

/** Set, agent and metrics at the time the run was created. */
export interface RunPlan {
  readonly scenarios: readonly Scenario[]
  readonly journeys: readonly PlannedJourney[]
  readonly agentModel: string
  readonly hasTools: boolean
  /** Star metric first. */
  readonly metrics: readonly Metric[]
  /** Milliseconds; missing until the journeys began, all at once. */
  readonly startedAt?: number
  /** Milliseconds; missing until the journeys ended. */
  readonly endedAt?: number
}

export interface PlannedJourney {
  readonly uuid: string
  readonly session: string
  readonly scenario: Scenario
  /** Number of earlier journeys of the same scenario. */
  readonly index: number
  /** Length in messages. */
  readonly maxTurns: number
}

const pending = 'SIMULATION_RUN_STATUS_PENDING'
export const running = 'SIMULATION_RUN_STATUS_RUNNING'
export const evaluating = 'SIMULATION_RUN_STATUS_EVALUATING'
export const cancelled = 'SIMULATION_RUN_STATUS_CANCELLED'
const failed = 'SIMULATION_RUN_STATUS_FAILED'

export const finishedJourney = 'SIMULATION_JOURNEY_STATUS_FINISHED'
export const failedJourney = 'SIMULATION_JOURNEY_STATUS_FAILED'

export const getPlan = ({ engine }: AccountContext, { run_uuid: uuid }: Run): RunPlan => engine.getHidden('SimulationRun', uuid).plan

export function journeyStatusOf({ status }: Run): JourneyStatus {
  if (status === pending) return 'SIMULATION_JOURNEY_STATUS_PREPARING'
  if (status === running) return 'SIMULATION_JOURNEY_STATUS_RUNNING'
  return status === cancelled || status === failed ? failedJourney : finishedJourney
}

/** Duration in seconds; undefined for journeys that have not ended or never started. */
export function durationOf({ startedAt, endedAt }: RunPlan): number | undefined {
  return startedAt === undefined || endedAt === undefined ? undefined : Math.round((endedAt - startedAt) / 1000)
}
