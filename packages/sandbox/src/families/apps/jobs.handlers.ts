import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { appKey } from './app-state.ts'
import { continueAfterJob } from './deployments.ts'
import { startRun, finishRun, requireRun } from './job-runs.ts'
import { assertTimeout, formatLogReply } from './logs.ts'
import type { Handlers, Jobs } from '../family.ts'

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
  apps_jobInvocations_getLogs: getLogs,
} satisfies Handlers

export const jobsJobs: Jobs = { 'appJobs.begin': startJob, 'appJobs.end': finishJob }
