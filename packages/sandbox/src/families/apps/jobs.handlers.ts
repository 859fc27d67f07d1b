import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { requireRun } from './job-runs.ts'
import { formatLogReply } from './logs.ts'
import type { Handlers } from '../family.ts'

const getLogs: Handler<'apps_jobInvocations_getLogs'> = (call, ctx) => {
  const { app, run } = requireRun(call.path, call.path.job_name, ctx)
  const { deployment_id: deployment } = call.query
  if (deployment && deployment !== run.deployment_id) throw notFound()
  return formatLogReply(call, ctx, run.started_at !== undefined, [app.id, run.id])
}

export const jobsHandlers = {
  apps_jobInvocations_getLogs: getLogs,
} satisfies Handlers
