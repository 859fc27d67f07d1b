/** Runs of jobs. Scheduled runs are added when they are read, with the times of their schedule, so that the clock can skip a year quickly. */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { getStateSeconds } from '../../shared/get-state-seconds.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { type AppKey, type Deployment, deploymentKey, findActiveDeployment, getAppState, requireApp } from './app-state.ts'
import { type AppSpec, type ComponentSpec, getExitStatus } from './components.ts'
import { listTimes } from './time-zones.ts'
import type { Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'

type Run = Kinds['AppJobInvocation']
type RunKey = Key<'AppJobInvocation'>
type Job = NonNullable<AppSpec['jobs']>[number]

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
  const { engine, clock } = ctx
  const startedAt = due + getStateMs(ctx, 'PENDING')
  const completedAt = startedAt + getStateMs(ctx, 'RUNNING')
  const isSkipped = hasOverlap(ctx, app, job.name, due)
  const isPast = (time: number) => due < clock.now() && time <= clock.now()
  const times = {
    created_at: formatTimestamp(due),
    started_at: !isSkipped && isPast(startedAt) ? formatTimestamp(startedAt) : undefined,
    ...(isSkipped && { completed_at: formatTimestamp(due) }),
    ...(!isSkipped && isPast(completedAt) && { completed_at: formatTimestamp(completedAt) }),
  }
  const phase = isSkipped ? 'SKIPPED' : isPast(completedAt) ? getEndPhase(job) : isPast(startedAt) ? 'RUNNING' : 'PENDING'
  const fields = { job_name: job.name, deployment_id: deployment.id, trigger, phase } as const
  const { id } = engine.create('AppJobInvocation', fields, { parent: childPath(app), since: phase === 'RUNNING' ? startedAt : due })
  engine.setFields('AppJobInvocation', runKey(app, id), times)
}

/** Duration of a state, in milliseconds. */
function getStateMs(ctx: AccountContext, phase: Run['phase']): number {
  return (ctx.settings.actionSeconds ?? getStateSeconds('AppJobInvocation', phase)) * 1000
}

/** True if another run of the job is running or ended after the time. */
function hasOverlap({ engine }: AccountContext, app: AppKey, job: string, due: number): boolean {
  const runs = engine.list('AppJobInvocation', { parent: childPath(app), where: [{ field: 'job_name', equals: job }] })
  return runs.some((run) => isRunning(run) || Date.parse(run.completed_at ?? '') > due)
}

const getEndPhase = (job: ComponentSpec) => (getExitStatus(job, 'run_command') === 0 ? 'SUCCEEDED' : 'FAILED')

/** Returns the fields of a run that ends. */
export function finishRun({ engine, clock }: AccountContext, app: AppKey, run: Run): Pick<Run, 'phase' | 'completed_at'> {
  const deployment = engine.find('AppDeployment', deploymentKey(app, run.deployment_id))
  const job = deployment?.spec.jobs?.find(({ name }) => name === run.job_name)
  return { phase: getEndPhase(job ?? { name: run.job_name }), completed_at: clock.timestamp() }
}

/** Cancels the jobs of a cancelled deployment. */
export function cancelJobRuns({ engine }: AccountContext, app: AppKey, deployment: string): void {
  const where = [{ field: 'deployment_id', equals: deployment }] as const
  for (const run of engine.list('AppJobInvocation', { parent: childPath(app), where }))
    if (isRunning(run)) engine.trigger('AppJobInvocation', runKey(app, run.id), 'apps_jobInvocations_cancel')
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
