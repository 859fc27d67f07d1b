/** How far a run and each of its journeys are at this moment. Nothing of it is stored: it follows from the run and from the clock. */
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { countDone } from '../evaluations/index.ts'
import { converse, countMessages, countUsage, foretell } from './play.ts'
import type { Outcome, PlannedJourney, RunSubject, TokenUsage } from './run-subject.ts'

export type Run = Kinds['SimulationRun']
type Status = Kinds['SimulationJourney']['status']

export const running = 'SIMULATION_RUN_STATUS_RUNNING'
const secondsToPlay = 60

export const finished = 'SIMULATION_JOURNEY_STATUS_FINISHED'
export const underWay = 'SIMULATION_JOURNEY_STATUS_RUNNING'
export const failed = 'SIMULATION_JOURNEY_STATUS_FAILED'
export const preparing = 'SIMULATION_JOURNEY_STATUS_PREPARING'

export const readSubject = ({ engine }: World, { run_uuid: uuid }: Run): RunSubject => engine.hidden('SimulationRun', uuid).subject

/** What all journeys take together. */
export const timeToPlay = ({ settings }: World): number => settings.actionSeconds ?? secondsToPlay

/** Milliseconds that each journey takes: they are played one after the other. */
export const timeOfEach = (world: World, { journeys }: RunSubject): number => (timeToPlay(world) * 1000) / journeys.length

/** The journeys that have come to an end by now. */
export function countEnded(world: World, { status }: Run, { journeys, startedAt, stopped }: RunSubject): number {
  if (startedAt === undefined) return 0
  if (stopped) return stopped.done
  return status === running ? countDone(journeys.length, startedAt, timeToPlay(world), world.clock.now()) : journeys.length
}

/** One journey at this moment. */
export interface Progress {
  readonly planned: PlannedJourney
  readonly status: Status
  /** Milliseconds; undefined when it has not begun, and never will when it has failed. */
  readonly startedAt: number | undefined
  /** When its state last changed. */
  readonly changedAt: number
  /** How many messages were written. */
  readonly said: number
  /** Undefined until it has finished. */
  readonly outcome: Outcome | undefined
  readonly usage: TokenUsage
}

export function listProgress(world: World, run: Run, subject: RunSubject): Progress[] {
  const done = countEnded(world, run, subject)
  return subject.journeys.map((planned, at) => readProgress(world, run, subject, { planned, at, done }))
}

/** Undefined when the run has no such journey. */
export function findProgress(world: World, run: Run, subject: RunSubject, uuid: string): Progress | undefined {
  const at = subject.journeys.findIndex((each) => each.uuid === uuid)
  const planned = subject.journeys[at]
  return planned && readProgress(world, run, subject, { planned, at, done: countEnded(world, run, subject) })
}

interface Place {
  readonly planned: PlannedJourney
  readonly at: number
  readonly done: number
}

function readProgress(world: World, run: Run, subject: RunSubject, { planned, at, done }: Place): Progress {
  const { startedAt, stopped, outcomes } = subject
  if (startedAt === undefined || at > done) {
    const changedAt = stopped?.at ?? Date.parse(run.created_at)
    const nothing = { startedAt: undefined, said: 0, outcome: undefined, usage: countUsage([], undefined) }
    return { planned, status: stopped ? failed : preparing, changedAt, ...nothing }
  }
  const time = timeOfEach(world, subject)
  const begin = startedAt + at * time
  const all = countMessages(planned)
  if (at < done) {
    const outcome = outcomes?.[at] ?? foretell(subject, planned)
    return { planned, status: finished, startedAt: begin, changedAt: begin + time, said: all, outcome, usage: outcome.usage }
  }
  const said = countDone(all, begin, time / 1000, stopped?.at ?? world.clock.now())
  return {
    planned,
    status: stopped ? failed : underWay,
    startedAt: begin,
    changedAt: stopped?.at ?? begin,
    said,
    outcome: undefined,
    usage: countUsage(converse(subject, planned).slice(0, said), undefined),
  }
}

/** In seconds. Undefined until it has ended, and when it never began. */
export function durationOf({ status, startedAt, changedAt }: Progress): number | undefined {
  return startedAt === undefined || status === underWay ? undefined : Math.max(0, Math.round((changedAt - startedAt) / 1000))
}
