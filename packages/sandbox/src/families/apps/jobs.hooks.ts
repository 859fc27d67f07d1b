import { requireRun } from './job-runs.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const jobsHooks: HooksByKind = {
  AppJobInvocation: {
    beforeAccess: ({ path: { app_id: app, job_invocation_id: run }, query: { job_name: expected } }, ctx) =>
      void requireRun({ app_id: `${app}`, job_invocation_id: `${run}` }, expected, ctx),
  },
}
