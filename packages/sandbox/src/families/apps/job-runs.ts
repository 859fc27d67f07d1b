/**
 * Runs of jobs. Those that a timetable starts are noted when someone looks, as they would have been noted at their time, so that a
 * year can pass quickly.
 */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { findActive, setState, stateOf } from './app-state.ts'
import { exitStatus } from './commands.ts'
import { findComponent, listOf, recordOf } from './components.ts'
import { listTimes } from './time-zones.ts'

const kind = 'AppJobInvocation'
const secondsToStart = 5
const secondsToRun = 30

export const runKey = (app: Key, id: unknown): Key => ({ kind, parent: under(app), id: String(id) })

export function isRunning({ phase }: Value): boolean {
  return phase === 'PENDING' || phase === 'RUNNING'
}

/** Starts the deployment's jobs of one kind. How many there are. */
export function startJobs(world: World, app: Key, deployment: Value, jobKind: string): number {
  const jobs = listOf(deployment['spec'] as Value, 'jobs').filter((job) => (job['kind'] ?? 'POST_DEPLOY') === jobKind)
  for (const job of jobs) addRun(world, app, deployment, job, { type: 'UNKNOWN' }, world.clock.now())
  return jobs.length
}

/** As it is, or would be, now: `due` may be long ago. */
function addRun(world: World, app: Key, deployment: Value, job: Value, trigger: Value, due: number): void {
  const { engine, clock, settings } = world
  const length = (seconds: number) => (settings.actionSeconds ?? seconds) * 1000
  const startedAt = due + length(secondsToStart)
  const completedAt = startedAt + length(secondsToRun)
  const fields = { job_name: job['name'], deployment_id: deployment['id'], trigger }
  const { id } = engine.create(kind, fields, { parent: under(app), lifecycle: false })
  const key = runKey(app, id)
  const at = { created_at: writeStamp(due), started_at: undefined }
  if (isSkipped(world, app, key, String(job['name']), due)) {
    engine.change(key, { ...at, phase: 'SKIPPED', completed_at: writeStamp(due) })
    return
  }
  engine.change(key, { ...at, phase: 'PENDING' })
  if (clock.now() >= startedAt && due < clock.now()) begin(world, key, startedAt)
  else return void schedule(world, startedAt, 'appJobs.begin', app, id)
  if (clock.now() >= completedAt) end(world, key, job, completedAt)
  else schedule(world, completedAt, 'appJobs.end', app, id)
}

function schedule({ store }: World, at: number, name: string, app: Key, run: unknown): void {
  store.schedule({ at, name, payload: JSON.stringify({ app: app.id, run }) })
}

function isSkipped({ engine }: World, app: Key, own: Key, job: string, due: number): boolean {
  const runs = engine.all({ kind, parent: under(app), where: [{ field: 'job_name', equals: job }] })
  return runs.some((run) => run['id'] !== own.id && (isRunning(run) || Date.parse(String(run['completed_at'])) > due))
}

function begin({ engine }: World, key: Key, at: number): void {
  engine.change(key, { phase: 'RUNNING', started_at: writeStamp(at) })
}

function end({ engine }: World, key: Key, job: Value, at: number): void {
  engine.change(key, { phase: exitStatus(job, 'run_command') === 0 ? 'SUCCEEDED' : 'FAILED', completed_at: writeStamp(at) })
}

/** Due: the program is started. */
export function beginRun(world: World, app: Key, id: string): void {
  const key = runKey(app, id)
  if (world.engine.find(key)?.['phase'] !== 'PENDING') return
  begin(world, key, world.clock.now())
  schedule(world, world.clock.now() + (world.settings.actionSeconds ?? secondsToRun) * 1000, 'appJobs.end', app, id)
}

/** Due: the program has ended. Undefined when there was nothing left to end. */
export function endRun(world: World, app: Key, id: string, deployment: (run: Value) => Value | undefined): Value | undefined {
  const key = runKey(app, id)
  const run = world.engine.find(key)
  if (run?.['phase'] !== 'RUNNING') return undefined
  const spec = deployment(run)?.['spec'] as Value | undefined
  const job = spec && findComponent(spec, String(run['job_name']), ['jobs'])
  end(world, key, job?.value ?? {}, world.clock.now())
  return world.engine.get(key)
}

/** A deployment that is stopped needs its jobs no longer. */
export function stopJobs({ engine, clock }: World, app: Key, deployment: string): void {
  for (const run of engine.all({ kind, parent: under(app), where: [{ field: 'deployment_id', equals: deployment }] }))
    if (isRunning(run)) engine.change(runKey(app, run['id']), { phase: 'CANCELED', completed_at: clock.stamp() })
}

/** Notes what the timetables of the deployment that is live have started since the last look. */
export function followTimetables(world: World, app: Key): void {
  const active = findActive(world, app)
  const jobs = active ? listOf(active['spec'] as Value, 'jobs').filter((job) => job['kind'] === 'SCHEDULED') : []
  if (!active || jobs.length === 0) return
  const now = world.clock.now()
  const since = stateOf(world, app).followed ?? now
  const due = jobs.flatMap((job) => {
    const { cron, time_zone: timeZone = 'UTC' } = recordOf(job, 'schedule') ?? {}
    return listTimes({ cron: String(cron), timeZone: String(timeZone) }, since, now).map((time) => ({
      job,
      time,
      schedule: { cron, time_zone: timeZone },
    }))
  })
  if (due.length === 0) return
  world.store.transaction(() => {
    for (const { job, time, schedule: timetable } of due.toSorted((a, b) => a.time - b.time))
      addRun(world, app, active, job, { type: 'SCHEDULE', scheduled: { schedule: timetable } }, time)
    setState(world, app, { followed: now })
  })
}
