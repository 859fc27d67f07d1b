/** Runs of jobs. Scheduled runs are added when they are read, with the times of their schedule, so that the clock can skip a year quickly. */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { type AppKey, type Deployment, deploymentKey, findActiveDeployment, getAppState, requireApp } from './app-state.ts'
import { type AppSpec, type ComponentSpec, getExitStatus } from './components.ts'
import { listTimes } from './time-zones.ts'
import type { Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'

type Run = Kinds['AppJobInvocation']
type RunKey = Key<'AppJobInvocation'>
type Job = NonNullable<AppSpec['jobs']>[number]

const secondsToStart = 5
const secondsToRun = 30

const runKey = (app: AppKey, id: string): RunKey => keyOf('AppJobInvocation', { parent: childPath(app), id })

export const isRunning = ({ phase }: Run): boolean => phase === 'PENDING' || phase === 'RUNNING'

/** Starts the jobs of one kind and returns their number. */
export function startJobs(ctx: AccountContext, app: AppKey, deployment: Deployment, jobKind: Job['kind']): number {
  const jobs = (deployment.spec.jobs ?? []).filter(({ kind = 'POST_DEPLOY' }) => kind === jobKind)
  for (const job of jobs) addRun(ctx, app, deployment, job, { type: 'UNKNOWN' }, ctx.clock.now())
  return jobs.length
}

/** Adds a run in its current state. @param due start time in milliseconds, which may be long ago */
function addRun(ctx: AccountContext, app: AppKey, deployment: Deployment, job: Job, trigger: Run['trigger'], due: number): void {
  const { engine, clock, settings } = ctx
  const toMilliseconds = (seconds: number) => (settings.actionSeconds ?? seconds) * 1000
  const startedAt = due + toMilliseconds(secondsToStart)
  const completedAt = startedAt + toMilliseconds(secondsToRun)
  const fields = { job_name: job.name, deployment_id: deployment.id, trigger }
  const { id } = engine.create('AppJobInvocation', fields, { parent: childPath(app), lifecycle: false })
  const key = runKey(app, id)
  const at = { created_at: formatTimestamp(due), started_at: undefined }
  if (isSkipped(ctx, app, key, job.name, due)) {
    engine.setFields('AppJobInvocation', key, { ...at, phase: 'SKIPPED', completed_at: formatTimestamp(due) })
    return
  }
  engine.setFields('AppJobInvocation', key, { ...at, phase: 'PENDING' })
  if (clock.now() >= startedAt && due < clock.now()) markStarted(ctx, key, startedAt)
  else return void scheduleRun(ctx, startedAt, 'appJobs.begin', app, id)
  if (clock.now() >= completedAt) markFinished(ctx, key, job, completedAt)
  else scheduleRun(ctx, completedAt, 'appJobs.end', app, id)
}

function scheduleRun({ store }: AccountContext, at: number, name: string, app: AppKey, run: string): void {
  store.schedule({ at, name, payload: JSON.stringify({ app: app.id, run }) })
}

function isSkipped({ engine }: AccountContext, app: AppKey, own: RunKey, job: string, due: number): boolean {
  const runs = engine.list('AppJobInvocation', { parent: childPath(app), where: [{ field: 'job_name', equals: job }] })
  return runs.some((run) => run.id !== own.id && (isRunning(run) || Date.parse(run.completed_at ?? '') > due))
}

function markStarted({ engine }: AccountContext, key: RunKey, at: number): void {
  engine.setFields('AppJobInvocation', key, { phase: 'RUNNING', started_at: formatTimestamp(at) })
}

function markFinished({ engine }: AccountContext, key: RunKey, job: ComponentSpec, at: number): void {
  engine.setFields('AppJobInvocation', key, {
    phase: getExitStatus(job, 'run_command') === 0 ? 'SUCCEEDED' : 'FAILED',
    completed_at: formatTimestamp(at),
  })
}

/** Starts a pending run. */
export function startRun(ctx: AccountContext, app: AppKey, id: string): void {
  const key = runKey(app, id)
  if (ctx.engine.find('AppJobInvocation', key)?.phase !== 'PENDING') return
  markStarted(ctx, key, ctx.clock.now())
  scheduleRun(ctx, ctx.clock.now() + (ctx.settings.actionSeconds ?? secondsToRun) * 1000, 'appJobs.end', app, id)
}

/** Finishes a running run. Returns undefined when it is not running. */
export function finishRun(ctx: AccountContext, app: AppKey, id: string): Run | undefined {
  const { engine, clock } = ctx
  const key = runKey(app, id)
  const run = engine.find('AppJobInvocation', key)
  if (run?.phase !== 'RUNNING') return undefined
  const deployment = engine.find('AppDeployment', deploymentKey(app, run.deployment_id))
  const job = deployment?.spec.jobs?.find(({ name }) => name === run.job_name)
  markFinished(ctx, key, job ?? { name: run.job_name }, clock.now())
  return engine.get('AppJobInvocation', key)
}

/** Cancels the jobs of a cancelled deployment. */
export function cancelJobRuns({ engine, clock }: AccountContext, app: AppKey, deployment: string): void {
  const where = [{ field: 'deployment_id', equals: deployment }] as const
  for (const run of engine.list('AppJobInvocation', { parent: childPath(app), where }))
    if (isRunning(run)) engine.setFields('AppJobInvocation', runKey(app, run.id), { phase: 'CANCELED', completed_at: clock.timestamp() })
}

/** Adds the scheduled runs of the active deployment since the last call. */
export function addScheduledRuns(ctx: AccountContext, app: AppKey): void {
  const active = findActiveDeployment(ctx, app)
  const jobs = active?.spec.jobs?.filter(({ kind }) => kind === 'SCHEDULED') ?? []
  if (!active || jobs.length === 0) return
  const now = ctx.clock.now()
  const since = getAppState(ctx, app).followed ?? now
  const due = jobs.flatMap((job) => {
    const { cron = '', time_zone = 'UTC' } = job.schedule ?? {}
    const timetable = { cron, time_zone }
    return listTimes({ cron, timeZone: time_zone }, since, now).map((time) => ({ job, time, timetable }))
  })
  if (due.length === 0) return
  ctx.store.transaction(() => {
    for (const { job, time, timetable } of due.toSorted((a, b) => a.time - b.time))
      addRun(ctx, app, active, job, { type: 'SCHEDULE', scheduled: { schedule: timetable } }, time)
    ctx.engine.setHidden('App', app, { followed: now })
  })
}

interface RunContext {
  readonly app: AppKey
  readonly key: Key<'AppJobInvocation'>
  readonly run: Kinds['AppJobInvocation']
}

/** @throws Failure 404, also for a run of another job than `expected` */
export function requireRun(path: Call<'apps_jobInvocations_cancel'>['path'], expected: unknown, ctx: AccountContext): RunContext {
  const app = requireApp(path.app_id, ctx)
  addScheduledRuns(ctx, app)
  const key = runKey(app, path.job_invocation_id)
  const run = ctx.engine.get('AppJobInvocation', key)
  if (expected && expected !== run.job_name) throw notFound()
  return { app, key, run }
}
