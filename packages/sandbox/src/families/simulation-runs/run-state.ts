/** How the clock takes a run on, and how it ends. */
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { exactlyLater, later } from '../../shared/later.ts'
import { hasEnded } from '../../shared/simulation-states.ts'
import { keepTrajectories, summarize } from './outcome.ts'
import { foretell } from './play.ts'
import { countEnded, listProgress, readSubject, type Run, running, timeToPlay } from './progress.ts'
import type { RunSubject, Stop } from './run-subject.ts'

const pending = 'SIMULATION_RUN_STATUS_PENDING'
const evaluating = 'SIMULATION_RUN_STATUS_EVALUATING'
const succeeded = 'SIMULATION_RUN_STATUS_SUCCEEDED'
const partial = 'SIMULATION_RUN_STATUS_PARTIALLY_SUCCESSFUL'

const secondsToWait = 10
const secondsToScore = 30

type Unfinished = typeof pending | typeof running | typeof evaluating

interface Step {
  readonly uuid: string
  readonly from: Unfinished
}

/** Notes when the next step is due. */
export function plan(world: World, uuid: string, from: Unfinished): void {
  const step: Step = { uuid, from }
  if (from === running) exactlyLater(world, timeToPlay(world), 'simulationRuns.step', step)
  else later(world, from === pending ? secondsToWait : secondsToScore, 'simulationRuns.step', step)
}

export function takeStep({ uuid, from }: Step, world: World): void {
  const { engine, clock } = world
  const run = engine.find('SimulationRun', uuid)
  if (run?.status !== from) return
  const subject = readSubject(world, run)
  const moveOn = (to: Unfinished) => {
    engine.change('SimulationRun', uuid, { status: to, updated_at: clock.stamp() })
    plan(world, uuid, to)
  }
  if (from === pending) {
    const outcomes = subject.journeys.map((planned) => foretell(subject, planned))
    engine.hide('SimulationRun', uuid, { subject: { ...subject, startedAt: clock.now(), outcomes } })
    moveOn(running)
  } else if (from === running && subject.metrics.length > 0) moveOn(evaluating)
  else end(world, run, subject)
}

/** Ends it now, before all journeys have. */
export function stop(world: World, run: Run, why: Pick<Stop, 'reason' | 'wasCancelled'>): Run {
  const before = readSubject(world, run)
  const subject: RunSubject = { ...before, stopped: { ...why, at: world.clock.now(), done: countEnded(world, run, before) } }
  world.engine.hide('SimulationRun', run.run_uuid, { subject })
  return end(world, run, subject)
}

function end(world: World, run: Run, subject: RunSubject): Run {
  const { engine, clock } = world
  const { stopped } = subject
  // Without a stop its last journey has ended at this very moment.
  const ended: Run = { ...run, status: succeeded }
  const all = listProgress(world, ended, subject)
  const areScored = keepTrajectories(world, ended, subject, all)
  return engine.change('SimulationRun', run.run_uuid, {
    status: stopped ? statusAfter(stopped) : areScored ? succeeded : partial,
    result_summary: summarize(all),
    ...(stopped && { failure_reason: stopped.reason }),
    updated_at: clock.stamp(),
  })
}

function statusAfter({ wasCancelled, done }: Stop): Run['status'] {
  if (wasCancelled) return 'SIMULATION_RUN_STATUS_CANCELLED'
  return done === 0 ? 'SIMULATION_RUN_STATUS_FAILED' : partial
}

/** An agent that is deleted ends the runs that still talk to it. What has only to be scored goes on. */
export function stopRunsOf({ uuid }: Pick<Kinds['Agent'], 'uuid'>, _key: unknown, world: World): void {
  const runs = world.engine.all('SimulationRun', { where: [{ field: 'agent_config.agent_uuid', equals: uuid }] })
  for (const run of runs)
    if (!hasEnded(run) && run.status !== evaluating) stop(world, run, { reason: 'The agent was deleted.', wasCancelled: false })
}
