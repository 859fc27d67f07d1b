/** What a run plays, as it was when the run was asked for. */
import type { Kinds } from '../../generated/types.ts'
import type { Candidate, Metric } from '../evaluations/index.ts'
import type { Scenario } from '../scenario-sets/index.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    SimulationRun: { subject: RunSubject }
  }
}

export interface RunSubject {
  readonly scenarios: readonly Scenario[]
  /** In the order in which they are played. */
  readonly journeys: readonly PlannedJourney[]
  readonly candidate: Candidate & {
    readonly functions: readonly CandidateFunction[]
    /** What its knowledge bases are called. */
    readonly baseNames: readonly string[]
  }
  readonly simulator: { readonly model: string; readonly maxTokens?: number | undefined; readonly salt: string }
  readonly judge: string
  /** The star metric first. */
  readonly metrics: readonly Metric[]
  /** Milliseconds; missing until the first journey began. */
  readonly startedAt?: number
  /** What comes of each journey if nothing stops it: it follows from the above, and is known when the first one begins. */
  readonly outcomes?: readonly Outcome[]
  /** Only when it ended before all journeys had. */
  readonly stopped?: Stop
}

export type Verdict = Exclude<NonNullable<Kinds['SimulationJourney']['verdict']>, `${string}_UNSPECIFIED`>

export interface Outcome {
  readonly verdict: Verdict
  readonly reasoning: string
  readonly usage: TokenUsage
}

/** In tokens. */
export interface TokenUsage {
  readonly simulator: number
  readonly judge: number
  readonly agent: number
}

export interface PlannedJourney {
  readonly uuid: string
  readonly session: string
  readonly scenario: Scenario
  /** Which of the times it is that the scenario is played, from 0. */
  readonly index: number
  /** In messages. */
  readonly maxTurns: number
}

export interface CandidateFunction {
  readonly name: string
  readonly description: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output: Readonly<Record<string, unknown>>
}

export interface Stop {
  readonly at: number
  /** How many journeys had ended by then. */
  readonly done: number
  readonly reason: string
  readonly wasCancelled: boolean
}
