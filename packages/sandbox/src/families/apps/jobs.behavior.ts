import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { appKey, deploymentKey, openApp } from './app-state.ts'
import { continueAfterJob } from './deployments.ts'
import { beginRun, endRun, followTimetables, isRunning, runKey } from './job-runs.ts'
import { readLogQuery, writeLogs } from './logs.ts'
import type { FamilyBehavior } from '../family.ts'

const list: Behavior = (call, world) => {
  const app = openApp(call, world)
  followTimetables(world, app)
  const names = [call.query['job_names'] ?? []].flat().map(String)
  const deployment = call.query['deployment_id']
  const runs = world.engine
    .all({ kind: 'AppJobInvocation', parent: under(app), order: 'newest' })
    .filter((run) => names.length === 0 || names.includes(String(run['job_name'])))
    .filter((run) => deployment === undefined || deployment === '' || deployment === run['deployment_id'])
    // What a timetable started may have been noted later than it happened.
    .toSorted((a, b) => Date.parse(String(b['created_at'])) - Date.parse(String(a['created_at'])))
  return replyValues(call, 'job_invocations', runs)
}

/** @throws Failure 404, also when it is a run of another job than the one expected */
function openRun(call: Call, world: World): { readonly app: Key; readonly key: Key; readonly run: Value } {
  const app = openApp(call, world)
  followTimetables(world, app)
  const key = runKey(app, call.path['job_invocation_id'])
  const run = world.engine.get(key)
  for (const name of [call.path['job_name'], call.query['job_name']])
    if (name !== undefined && name !== '' && name !== run['job_name']) throw notFound()
  return { app, key, run }
}

const get: Behavior = (call, world) => ({ body: JSON.stringify({ job_invocation: openRun(call, world).run }) })

const cancel: Behavior = (call, world) => {
  const { app, key, run } = openRun(call, world)
  if (!isRunning(run)) throw conflict(`The run has ended: it is ${String(run['phase'])}.`)
  const canceled = world.engine.change(key, { phase: 'CANCELED', completed_at: world.clock.stamp() })
  continueAfterJob(world, app, canceled)
  return { body: JSON.stringify({ job_invocation: canceled }) }
}

const getLogs: Behavior = (call, world) => {
  const { app, key, run } = openRun(call, world)
  readLogQuery(call)
  const deployment = call.query['deployment_id']
  if (deployment !== undefined && deployment !== '' && deployment !== run['deployment_id']) throw notFound()
  return writeLogs(call, world, run['started_at'] !== undefined, [app.id, key.id])
}

interface RunDue {
  readonly app: string
  readonly run: string
}

function begin({ app, run }: RunDue, world: World): void {
  beginRun(world, appKey(app), run)
}

function end({ app: id, run }: RunDue, world: World): void {
  const app = appKey(id)
  const ended = endRun(world, app, run, ({ deployment_id: deployment }) => world.engine.find(deploymentKey(app, deployment)))
  if (ended) continueAfterJob(world, app, ended)
}

export const appJobs: FamilyBehavior = {
  operations: {
    apps_list_job_invocations: list,
    apps_get_job_invocation: get,
    apps_cancel_job_invocation: cancel,
    apps_get_job_invocation_logs: getLogs,
  },
  due: { 'appJobs.begin': begin, 'appJobs.end': end },
}
