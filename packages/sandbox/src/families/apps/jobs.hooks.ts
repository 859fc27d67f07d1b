import type { Call } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import type { HooksByKind } from '../../engine/hooks.ts'
import { parentKey } from '../../store/store.ts'
import { appKey } from './app-state.ts'
import { continueAfterJob } from './deployments.ts'
import { addScheduledRuns, finishRun, isRunning, requireRun } from './job-runs.ts'

export const jobsHooks: HooksByKind = {
  AppJobInvocation: {
    beforeAccess: ({ path: { app_id: app, job_invocation_id: run }, query: { job_name: expected } }, ctx) => {
      if (run === undefined) addScheduledRuns(ctx, appKey(`${app}`))
      else requireRun({ app_id: `${app}`, job_invocation_id: `${run}` }, expected, ctx)
    },
    listQuery: ({ query }: Call<'apps_jobInvocations_list'>, { engine }, { parent }) => {
      const { job_names: names = [], deployment_id: deployment } = query
      const runs = engine
        .list('AppJobInvocation', { parent, order: 'newest' })
        .filter((run) => names.length === 0 || names.includes(run.job_name))
        .filter((run) => !deployment || deployment === run.deployment_id)
      // Scheduled runs may be added later than other runs of that time.
      return { values: runs.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)) }
    },
    operations: {
      apps_jobInvocations_cancel: (_call, _ctx, run) => {
        if (!isRunning(run)) throw conflict(`The run has ended: it is ${run.phase}.`)
      },
    },
    onEnter: {
      RUNNING: (_run, _key, { clock }) => ({ started_at: clock.timestamp() }),
      SUCCEEDED: (run, { parent }, ctx) => {
        const app = appKey(parentKey(parent)?.id ?? '')
        const fields = finishRun(ctx, app, run)
        continueAfterJob(ctx, app, { ...run, ...fields })
        return fields
      },
      CANCELED: (run, { parent }, ctx) => {
        continueAfterJob(ctx, appKey(parentKey(parent)?.id ?? ''), run)
        return { completed_at: ctx.clock.timestamp() }
      },
    },
  },
}
