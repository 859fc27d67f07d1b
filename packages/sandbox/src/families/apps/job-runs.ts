/**
 * Runs of jobs. Those that a timetable starts are noted when someone looks, as they would have been noted at their time, so that a
 * year can pass quickly.
 */
import { keyOf } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, under } from '../../store/store.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { type AppKey, type Deployment, deploymentKey, findActive, stateOf } from './app-state.ts'
import { type AppSpec, type ComponentSpec, exitStatus } from './components.ts'
import { listTimes } from './time-zones.ts'

type Run = Kinds['AppJobInvocation']
type RunKey = Key<'AppJobInvocation'>
type Job = NonNullable<AppSpec['jobs']>[number]

const secondsToStart = 5
const secondsToRun = 30

export const runKey = (app: AppKey, id: string): RunKey => keyOf('AppJobInvocation', { parent: under(app), id })

export const isRunning = ({ phase }: Run): boolean => phase === 'PENDING' || phase === 'RUNNING'

/** Starts the deployment's jobs of one kind. How many there are. */
export function startJobs(world: World, app: AppKey, deployment: Deployment, jobKind: Job['kind']): number {
  const jobs = (deployment.spec.jobs ?? []).filter(({ kind = 'POST_DEPLOY' }) => kind === jobKind)
  for (const job of jobs) addRun(world, app, deployment, job, { type: 'UNKNOWN' }, world.clock.now())
  return jobs.length
}

/** As it is, or would be, now: `due` may be long ago. */
function addRun(world: World, app: AppKey, deployment: Deployment, job: Job, trigger: Run['trigger'], due: number): void {
  const { engine, clock, settings } = world
  const length = (seconds: number) => (settings.actionSeconds ?? seconds) * 1000
  const startedAt = due + length(secondsToStart)
  const completedAt = startedAt + length(secondsToRun)
  const fields = { job_name: job.name, deployment_id: deployment.id, trigger }
  const { id } = engine.add('AppJobInvocation', fields, { parent: under(app), lifecycle: false })
  const key = runKey(app, id)
  const at = { created_at: writeStamp(due), started_at: undefined }
  if (isSkipped(world, app, key, job.name, due)) {
    engine.change('AppJobInvocation', key, { ...at, phase: 'SKIPPED', completed_at: writeStamp(due) })
    return
  }
  engine.change('AppJobInvocation', key, { ...at, phase: 'PENDING' })
  if (clock.now() >= startedAt && due < clock.now()) begin(world, key, startedAt)
  else return void schedule(world, startedAt, 'appJobs.begin', app, id)
  if (clock.now() >= completedAt) end(world, key, job, completedAt)
  else schedule(world, completedAt, 'appJobs.end', app, id)
}

function schedule({ store }: World, at: number, name: string, app: AppKey, run: string): void {
  store.schedule({ at, name, payload: JSON.stringify({ app: app.id, run }) })
}

function isSkipped({ engine }: World, app: AppKey, own: RunKey, job: string, due: number): boolean {
  const runs = engine.all('AppJobInvocation', { parent: under(app), where: [{ field: 'job_name', equals: job }] })
  return runs.some((run) => run.id !== own.id && (isRunning(run) || Date.parse(run.completed_at ?? '') > due))
}

function begin({ engine }: World, key: RunKey, at: number): void {
  engine.change('AppJobInvocation', key, { phase: 'RUNNING', started_at: writeStamp(at) })
}

function end({ engine }: World, key: RunKey, job: ComponentSpec, at: number): void {
  engine.change('AppJobInvocation', key, {
    phase: exitStatus(job, 'run_command') === 0 ? 'SUCCEEDED' : 'FAILED',
    completed_at: writeStamp(at),
  })
}

/** Due: the program is started. */
export function beginRun(world: World, app: AppKey, id: string): void {
  const key = runKey(app, id)
  if (world.engine.find('AppJobInvocation', key)?.phase !== 'PENDING') return
  begin(world, key, world.clock.now())
  schedule(world, world.clock.now() + (world.settings.actionSeconds ?? secondsToRun) * 1000, 'appJobs.end', app, id)
}

/** Due: the program has ended. Undefined when there was nothing left to end. */
export function endRun(world: World, app: AppKey, id: string): Run | undefined {
  const { engine, clock } = world
  const key = runKey(app, id)
  const run = engine.find('AppJobInvocation', key)
  if (run?.phase !== 'RUNNING') return undefined
  const deployment = engine.find('AppDeployment', deploymentKey(app, run.deployment_id))
  const job = deployment?.spec.jobs?.find(({ name }) => name === run.job_name)
  end(world, key, job ?? { name: run.job_name }, clock.now())
  return engine.get('AppJobInvocation', key)
}

/** A deployment that is stopped needs its jobs no longer. */
export function stopJobs({ engine, clock }: World, app: AppKey, deployment: string): void {
  const where = [{ field: 'deployment_id', equals: deployment }] as const
  for (const run of engine.all('AppJobInvocation', { parent: under(app), where }))
    if (isRunning(run)) engine.change('AppJobInvocation', runKey(app, run.id), { phase: 'CANCELED', completed_at: clock.stamp() })
}

/** Notes what the timetables of the deployment that is live have started since the last look. */
export function followTimetables(world: World, app: AppKey): void {
  const active = findActive(world, app)
  const jobs = active?.spec.jobs?.filter(({ kind }) => kind === 'SCHEDULED') ?? []
  if (!active || jobs.length === 0) return
  const now = world.clock.now()
  const since = stateOf(world, app).followed ?? now
  const due = jobs.flatMap((job) => {
    const { cron = '', time_zone = 'UTC' } = job.schedule ?? {}
    const timetable = { cron, time_zone }
    return listTimes({ cron, timeZone: time_zone }, since, now).map((time) => ({ job, time, timetable }))
  })
  if (due.length === 0) return
  world.store.transaction(() => {
    for (const { job, time, timetable } of due.toSorted((a, b) => a.time - b.time))
      addRun(world, app, active, job, { type: 'SCHEDULE', scheduled: { schedule: timetable } }, time)
    world.engine.hide('App', app, { followed: now })
  })
}
