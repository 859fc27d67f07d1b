import type { Handler } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { childPath } from '../../store/store.ts'
import { appKey, requireApp } from './app-state.ts'
import { continueAfterJob } from './deployments.ts'
import { startRun, finishRun, addScheduledRuns, isRunning, requireRun } from './job-runs.ts'
import { assertTimeout, formatLogReply } from './logs.ts'
import type { Handlers, Jobs } from '../family.ts'

const list: Handler<'apps_jobInvocations_list'> = (call, ctx) => {
  const app = requireApp(call.path.app_id, ctx)
  addScheduledRuns(ctx, app)
  const { job_names: names = [], deployment_id: deployment } = call.query
  const runs = ctx.engine
    .list('AppJobInvocation', { parent: childPath(app), order: 'newest' })
    .filter((run) => names.length === 0 || names.includes(run.job_name))
    .filter((run) => !deployment || deployment === run.deployment_id)
    // Scheduled runs may be added later than other runs of that time.
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  return answerValues(call, 'job_invocations', runs)
}

const cancel: Handler<'apps_jobInvocations_cancel'> = ({ path, query }, ctx) => {
  const { app, key, run } = requireRun(path, query.job_name, ctx)
  if (!isRunning(run)) throw conflict(`The run has ended: it is ${run.phase}.`)
  const canceled = ctx.engine.setFields('AppJobInvocation', key, { phase: 'CANCELED', completed_at: ctx.clock.timestamp() })
  continueAfterJob(ctx, app, canceled)
  return { job_invocation: canceled }
}

const getLogs: Handler<'apps_jobInvocations_getLogs'> = (call, ctx) => {
  const { app, run } = requireRun(call.path, call.path.job_name, ctx)
  assertTimeout(call.query)
  const { deployment_id: deployment } = call.query
  if (deployment && deployment !== run.deployment_id) throw notFound()
  return formatLogReply(call, ctx, run.started_at !== undefined, [app.id, run.id])
}

interface RunJob {
  readonly app: string
  readonly run: string
}

function startJob({ app, run }: RunJob, ctx: AccountContext): void {
  startRun(ctx, appKey(app), run)
}

function finishJob({ app: id, run }: RunJob, ctx: AccountContext): void {
  const app = appKey(id)
  const ended = finishRun(ctx, app, run)
  if (ended) continueAfterJob(ctx, app, ended)
}

export const jobsHandlers = {
  apps_jobInvocations_list: list,
  apps_jobInvocations_cancel: cancel,
  apps_jobInvocations_getLogs: getLogs,
} satisfies Handlers

export const jobsJobs: Jobs = { 'appJobs.begin': startJob, 'appJobs.end': finishJob }
