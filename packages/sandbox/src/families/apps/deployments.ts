/**
 * Deployments: one runs at a time and one can wait. PENDING_BUILD → BUILDING → PENDING_DEPLOY → DEPLOYING → ACTIVE; what is cloned from
 * another begins at PENDING_DEPLOY. The one that was live is SUPERSEDED by the one that becomes live.
 */
import { conflict } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { later } from '../../shared/later.ts'
import { type AppState, appKey, deploymentKey, refreshApp, setState, stateOf } from './app-state.ts'
import { planScaling } from './autoscaling.ts'
import { findClusterByName } from './check-references.ts'
import { exitStatus } from './commands.ts'
import { builtKinds, listComponents, listOf, repositoryHosts, runningKinds } from './components.ts'
import { digest, uuidFrom } from './digest.ts'
import { beginDomains } from './domains.ts'
import { addDeploymentEvent } from './event-log.ts'
import { followTimetables, startJobs, stopJobs } from './job-runs.ts'
import { tierOf } from './price.ts'
import { type Marks, type StepFailure, writeProgress } from './progress.ts'

export interface DeploymentPlan {
  readonly cause: string
  /** Of the kinds that lists can be narrowed to. */
  readonly type: 'MANUAL' | 'MANUAL_ROLLBACK'
  readonly spec: Value
  /** The deployment whose build is used again. */
  readonly source?: Value
  /** Only these components are replaced; left out it is all. */
  readonly only?: readonly string[]
}

/** Kept with a deployment and never sent. */
interface DeploymentFacts {
  readonly type: string
  readonly marks: Marks
  readonly only?: readonly string[] | undefined
  readonly failure?: StepFailure | undefined
}

export interface DeploymentDue {
  readonly app: string
  readonly deployment: string
}

export function factsOf({ engine }: World, key: Key): DeploymentFacts {
  // Written by this file alone.
  return engine.hidden(key) as unknown as DeploymentFacts
}

/** Makes a deployment that waits for its turn. It takes the place of one that waits already. */
export function deploy(world: World, app: Key, { cause, type, spec, source, only }: DeploymentPlan): Value {
  const { engine, clock } = world
  const { pending, inProgress } = stateOf(world, app)
  const phase = source ? 'PENDING_DEPLOY' : 'PENDING_BUILD'
  const { id, created_at: createdAt } = engine.create(
    'AppDeployment',
    { cause, spec, tier_slug: tierOf(spec), ...(source && { cloned_from: source['id'] }) },
    { parent: under(app), lifecycle: false, hidden: { type, marks: {}, only } },
  )
  const key = deploymentKey(app, id)
  engine.change(key, { phase_last_updated_at: clock.stamp(), ...(source && codeOf(source)) })
  enter(world, app, key.id, phase)
  if (pending !== undefined) enter(world, app, pending, 'SUPERSEDED')
  setState(world, app, { pending: key.id })
  engine.change(app, { last_deployment_created_at: createdAt })
  addDeploymentEvent(world, app, key.id)
  if (inProgress === undefined) wait(world, 5, 'begin', app, key.id)
  refreshApp(world, app)
  return engine.get(key)
}

function wait(world: World, seconds: number, step: string, app: Key, deployment: string): void {
  const payload: DeploymentDue = { app: app.id, deployment }
  later(world, seconds, `appDeployments.${step}`, payload)
}

/** Writes the phase and everything that follows from it. */
function enter(world: World, app: Key, id: string, phase: string, failure?: StepFailure): void {
  const { engine, clock } = world
  const key = deploymentKey(app, id)
  const { spec, cloned_from: clonedFrom } = engine.get(key)
  const stamp = clock.stamp()
  // A deployment that was live keeps its steps as they ended.
  const marks = { ...factsOf(world, key).marks, [phase]: stamp }
  engine.hide(key, { marks, failure })
  const progress = writeProgress({ spec: spec as Value, marks, phase, isClone: clonedFrom !== undefined, failure })
  engine.change(key, { phase, phase_last_updated_at: stamp, updated_at: stamp, progress })
}

/** The deployment that is in progress, if it is still this one in this phase. */
function findRunning(
  world: World,
  { app: appId, deployment }: DeploymentDue,
  phase: string,
): { readonly app: Key; readonly value: Value } | undefined {
  const app = appKey(appId)
  const value = world.engine.find(deploymentKey(app, deployment))
  return value?.['phase'] === phase && stateOf(world, app).inProgress === deployment ? { app, value } : undefined
}

/** Due: it is this deployment's turn. */
export function begin(due: DeploymentDue, world: World): void {
  const app = appKey(due.app)
  if (!world.engine.find(app)) return
  const { pending, inProgress } = stateOf(world, app)
  if (pending !== due.deployment || inProgress !== undefined) return
  setState(world, app, { pending: undefined, inProgress: pending })
  const key = deploymentKey(app, pending)
  if (world.engine.get(key)['cloned_from'] !== undefined) return rollOutNow(world, app, pending)
  world.engine.change(key, fetchCode(app, world.engine.get(key)['spec'] as Value))
  enter(world, app, pending, 'BUILDING')
  wait(world, 30, 'built', app, pending)
  refreshApp(world, app)
}

/** Due: everything is built, or something could not be. */
export function built(due: DeploymentDue, world: World): void {
  const found = findRunning(world, due, 'BUILDING')
  if (!found) return
  const failed = listComponents(found.value['spec'] as Value, builtKinds).find(({ value }) => exitStatus(value, 'build_command') !== 0)
  if (failed) {
    const message = `The build command ended with status ${exitStatus(failed.value, 'build_command')}.`
    return fail(world, found.app, due.deployment, { stage: 'build', component: failed.name, code: 'BuildJobExitNonZero', message })
  }
  enter(world, found.app, due.deployment, 'PENDING_DEPLOY')
  wait(world, 5, 'rollOut', found.app, due.deployment)
  refreshApp(world, found.app)
}

/** Due: the components are replaced. */
export function rollOut(due: DeploymentDue, world: World): void {
  const found = findRunning(world, due, 'PENDING_DEPLOY')
  if (found) rollOutNow(world, found.app, due.deployment)
}

/** Jobs that come before a deployment goes live hold it up; `continueAfterJob` goes on. */
function rollOutNow(world: World, app: Key, id: string): void {
  enter(world, app, id, 'DEPLOYING')
  if (startJobs(world, app, world.engine.get(deploymentKey(app, id)), 'PRE_DEPLOY') === 0) wait(world, 20, 'finish', app, id)
  refreshApp(world, app)
}

/** A run of a job has ended, and with it perhaps what a deployment waited for. */
export function continueAfterJob(world: World, app: Key, run: Value): void {
  const id = String(run['deployment_id'])
  const found = findRunning(world, { app: app.id, deployment: id }, 'DEPLOYING')
  if (!found) return
  const jobs = listOf(found.value['spec'] as Value, 'jobs').filter((job) => job['kind'] === 'PRE_DEPLOY')
  const name = String(run['job_name'])
  if (!jobs.some((job) => job['name'] === name)) return
  if (run['phase'] !== 'SUCCEEDED') {
    const message = `The job ${name} did not end well, so nothing was replaced.`
    return fail(world, app, id, { stage: 'deploy', component: name, code: 'PreDeployJobFailed', message })
  }
  const where = [{ field: 'deployment_id', equals: id }]
  const runs = world.engine.all({ kind: 'AppJobInvocation', parent: under(app), where })
  const isDone = jobs.every((job) => runs.some((each) => each['job_name'] === job['name'] && each['phase'] === 'SUCCEEDED'))
  if (isDone) wait(world, 20, 'finish', app, id)
}

/** Due: the new copies are ready, or cannot be. */
export function finish(due: DeploymentDue, world: World): void {
  const found = findRunning(world, due, 'DEPLOYING')
  if (!found) return
  const spec = found.value['spec'] as Value
  const failed = listComponents(spec, runningKinds).find(({ value }) => exitStatus(value, 'run_command') !== 0)
  const gone = listOf(spec, 'databases').find(
    (database) => database['production'] === true && !findClusterByName(world, database['cluster_name']),
  )
  if (failed) {
    const message = `The program ended with status ${exitStatus(failed.value, 'run_command')} as soon as it was started.`
    fail(world, found.app, due.deployment, { stage: 'deploy', component: failed.name, code: 'DeployContainerExitNonZero', message })
  } else if (gone) {
    const message = `There is no database cluster "${String(gone['cluster_name'])}" any more.`
    fail(world, found.app, due.deployment, { stage: 'deploy', component: String(gone['name']), code: 'DatabaseClusterNotFound', message })
  } else goLive(world, found.app, due.deployment)
}

function goLive(world: World, app: Key, id: string): void {
  const { engine, clock } = world
  followTimetables(world, app)
  const state = stateOf(world, app)
  const deployment = engine.get(deploymentKey(app, id))
  if (state.active !== undefined) enter(world, app, state.active, 'SUPERSEDED')
  enter(world, app, id, 'ACTIVE')
  const { only } = factsOf(world, deploymentKey(app, id))
  const spec = deployment['spec'] as Value
  const startedBy = Object.fromEntries(
    listComponents(spec, runningKinds).map(({ name }) => [name, only && !only.includes(name) ? (state.startedBy?.[name] ?? id) : id]),
  )
  setState(world, app, { active: id, inProgress: undefined, startedBy, followed: clock.now() })
  assignAddresses(world, app)
  if (state.active === undefined) beginDomains(world, app)
  planScaling(world, app, id)
  startJobs(world, app, deployment, 'POST_DEPLOY')
  goOn(world, app)
}

/** Addresses of the app's own are there with the first deployment that wants them. */
function assignAddresses({ engine, ids }: World, app: Key): void {
  const addresses = listOf(engine.get(app), 'dedicated_ips')
  if (!addresses.some(({ status }) => status === 'ASSIGNING')) return
  engine.change(app, {
    dedicated_ips: addresses.map((each) => (each['status'] === 'ASSIGNING' ? { ...each, ip: ids.ipv4(), status: 'ASSIGNED' } : each)),
  })
}

/** What runs stays as it is. */
function fail(world: World, app: Key, id: string, failure: StepFailure): void {
  enter(world, app, id, 'ERROR', failure)
  startJobs(world, app, world.engine.get(deploymentKey(app, id)), 'FAILED_DEPLOY')
  setState(world, app, { inProgress: undefined })
  goOn(world, app)
}

/** The next one's turn. */
function goOn(world: World, app: Key): void {
  const { pending } = stateOf(world, app)
  if (pending !== undefined) wait(world, 5, 'begin', app, pending)
  refreshApp(world, app)
}

/** @throws Failure 409 when it has ended */
export function cancel(world: World, app: Key, id: string): Value {
  const state: AppState = stateOf(world, app)
  const key = deploymentKey(app, id)
  if (state.pending !== id && state.inProgress !== id)
    throw conflict(`The deployment has ended: it is ${String(world.engine.get(key)['phase'])}.`)
  enter(world, app, id, 'CANCELED')
  stopJobs(world, app, id)
  if (state.pending === id) setState(world, app, { pending: undefined })
  else setState(world, app, { inProgress: undefined })
  goOn(world, app)
  return world.engine.get(key)
}

/** Commits that nobody has pushed since stay the newest. */
function fetchCode(app: Key, spec: Value): Value {
  return Object.fromEntries(
    builtKinds.flatMap((kind) => {
      const list = listOf(spec, kind).map((component) => ({
        name: component['name'],
        ...(component['image'] === undefined && { source_commit_hash: commitOf(component) }),
        ...(kind === 'functions' && { namespace: `ap-${uuidFrom('namespace', app.id, String(component['name']))}` }),
      }))
      return list.length === 0 ? [] : [[kind, list] as const]
    }),
  )
}

function commitOf(component: Value): string {
  const sources = ['git', ...repositoryHosts].map((host) => component[host])
  return digest('commit', JSON.stringify(sources)).slice(0, 40)
}

function codeOf(source: Value): Value {
  return Object.fromEntries(builtKinds.map((kind) => [kind, source[kind]]))
}
