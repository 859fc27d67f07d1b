/**
 * State changes of deployments. A clone starts at PENDING_DEPLOY. One deployment is in progress and one can wait. The active deployment becomes
 * SUPERSEDED when another becomes ACTIVE.
 */
import { conflict } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { childPath, parentKey, type Condition } from '../../store/store.ts'
import { formatNanoseconds } from '../../shared/format-timestamp.ts'
import { type AppKey, appKey, type Deployment, deploymentKey, refreshApp, getAppState } from './app-state.ts'
import { findClusterByName } from './spec-references.ts'
import { type AppSpec, builtKinds, type ComponentSpec, getExitStatus, listComponents, repositoryHosts, runningKinds } from './components.ts'
import { startDomains } from './domains.ts'
import { addDeploymentEvent } from './event-log.ts'
import { hashParts, hashUuid } from './hashed-values.ts'
import { addScheduledRuns, startJobs, cancelJobRuns } from './job-runs.ts'
import { getTier } from './price.ts'
import { type Marks, type StepFailure, formatProgress } from './progress.ts'

type DeploymentType = NonNullable<Operations['apps_deployments_list']['query']['deployment_types']>[number]

interface DeploymentPlan {
  readonly cause: string
  readonly type: DeploymentType
  readonly spec: AppSpec
  /** Deployment whose build is reused. */
  readonly source?: Deployment
  /** Components to restart; all when undefined. */
  readonly only?: readonly string[]
}

declare module '../../engine/kinds.ts' {
  interface Hidden {
    AppDeployment: {
      readonly type: DeploymentType
      readonly marks: Marks
      readonly only?: readonly string[]
      readonly failure?: StepFailure
    }
  }
}

type Phase = Deployment['phase']

/** Creates a pending deployment. It supersedes one that is pending already. */
export function createDeployment(ctx: AccountContext, app: AppKey, { cause, type, spec, source, only }: DeploymentPlan): Deployment {
  const { engine, clock } = ctx
  const { pending } = getAppState(ctx, app)
  const { id, created_at: createdAt } = engine.create(
    'AppDeployment',
    {
      phase_last_updated_at: clock.timestamp(),
      progress: { total_steps: 0, pending_steps: 0, running_steps: 0, success_steps: 0, error_steps: 0, steps: [], summary_steps: [] },
      cause,
      spec,
      tier_slug: getTier(spec),
      cloned_from: source?.id,
      phase: source ? 'PENDING_DEPLOY' : 'PENDING_BUILD',
    },
    { parent: childPath(app), hidden: { type, marks: {}, only } },
  )
  const key = deploymentKey(app, id)
  engine.setFields('AppDeployment', key, { phase_last_updated_at: clock.timestamp(), ...(source && pickCode(source)) })
  enterPhase(ctx, app, id, source ? 'PENDING_DEPLOY' : 'PENDING_BUILD')
  if (pending !== undefined) enterPhase(ctx, app, pending, 'SUPERSEDED')
  engine.setHidden('App', app, { pending: id })
  engine.setFields('App', app, { last_deployment_created_at: createdAt })
  addDeploymentEvent(ctx, app, id)
  refreshApp(ctx, app)
  return engine.get('AppDeployment', key)
}

/** Sets the phase, its time and the progress. */
function enterPhase(ctx: AccountContext, app: AppKey, id: string, phase: Phase, failure?: StepFailure): void {
  const { engine, clock } = ctx
  const key = deploymentKey(app, id)
  const { spec, cloned_from: clonedFrom } = engine.get('AppDeployment', key)
  const timestamp = clock.timestamp()
  // A superseded deployment keeps its steps.
  const marks = { ...engine.getHidden('AppDeployment', key).marks, [phase]: timestamp }
  engine.setHidden('AppDeployment', key, { marks, failure })
  const precise = Object.fromEntries(Object.entries(marks).map(([entered, mark]) => [entered, formatNanoseconds(Date.parse(mark), id)]))
  const progress = formatProgress({ spec, marks: precise, phase, isClone: clonedFrom !== undefined, failure })
  engine.setFields('AppDeployment', key, { phase, phase_last_updated_at: timestamp, updated_at: timestamp, progress })
}

type EnterHook = NonNullable<NonNullable<ResourceHooks<'AppDeployment'>['onEnter']>['ACTIVE']>

/** Adapts a state change: it stores the new phase, because the app shows its deployments, and returns false to wait. */
const adapt =
  (change: (ctx: AccountContext, app: AppKey, deployment: Deployment) => boolean): EnterHook =>
  (deployment, key, ctx) =>
    change(ctx, appKey(parentKey(key.parent)?.id ?? ''), deployment) && { phase: ctx.engine.get('AppDeployment', key).phase }

/** Starts the build of the pending deployment when no other is in progress. */
function startBuild(ctx: AccountContext, app: AppKey, { id, spec }: Deployment): boolean {
  if (!claimProgress(ctx, app, id)) return false
  ctx.engine.setFields('AppDeployment', deploymentKey(app, id), fetchCode(app, spec))
  enterPhase(ctx, app, id, 'BUILDING')
  refreshApp(ctx, app)
  return true
}

/** Makes the pending deployment the one in progress. Returns false while another is. */
function claimProgress(ctx: AccountContext, app: AppKey, id: string): boolean {
  const { pending, inProgress } = getAppState(ctx, app)
  if (inProgress === id) return true
  if (pending !== id || inProgress !== undefined) return false
  ctx.engine.setHidden('App', app, { pending: undefined, inProgress: id })
  return true
}

/** Ends the build: fails on a build command with an exit status other than 0. */
function finishBuild(ctx: AccountContext, app: AppKey, { id, spec }: Deployment): boolean {
  const failedComponent = listComponents(spec, builtKinds).find(({ value }) => getExitStatus(value, 'build_command') !== 0)
  if (failedComponent) {
    const message = `The build command ended with status ${getExitStatus(failedComponent.value, 'build_command')}.`
    failDeployment(ctx, app, id, { stage: 'build', component: failedComponent.name, code: 'BuildJobExitNonZero', message })
  } else {
    enterPhase(ctx, app, id, 'PENDING_DEPLOY')
    refreshApp(ctx, app)
  }
  return true
}

/** Starts the PRE_DEPLOY jobs, after which the components are replaced. */
function startRollout(ctx: AccountContext, app: AppKey, { id }: Deployment): boolean {
  if (!claimProgress(ctx, app, id)) return false
  enterPhase(ctx, app, id, 'DEPLOYING')
  startJobs(ctx, app, ctx.engine.get('AppDeployment', deploymentKey(app, id)), 'PRE_DEPLOY')
  refreshApp(ctx, app)
  return true
}

/** Continues or fails the deployment that waits for a PRE_DEPLOY job. Called when a job run ends. */
export function continueAfterJob(ctx: AccountContext, app: AppKey, run: Kinds['AppJobInvocation']): void {
  const { deployment_id: id, job_name: name } = run
  const deployment = ctx.engine.find('AppDeployment', deploymentKey(app, id))
  if (deployment?.phase !== 'DEPLOYING' || !listPreDeployJobs(deployment).includes(name)) return
  if (run.phase !== 'SUCCEEDED') {
    const message = `The job ${name} failed, so no component was replaced.`
    return failDeployment(ctx, app, id, { stage: 'deploy', component: name, code: 'PreDeployJobFailed', message })
  }
  if (hasRunJobs(ctx, app, deployment, run)) ctx.engine.trigger('AppDeployment', deploymentKey(app, id), 'create')
}

const listPreDeployJobs = ({ spec: { jobs = [] } }: Deployment): string[] =>
  jobs.flatMap(({ kind, name }) => (kind === 'PRE_DEPLOY' ? [name] : []))

/** True when all PRE_DEPLOY jobs have succeeded. @param endingRun run that ends now and is not stored yet */
function hasRunJobs({ engine }: AccountContext, app: AppKey, deployment: Deployment, endingRun?: Kinds['AppJobInvocation']): boolean {
  const where = [{ field: 'deployment_id', equals: deployment.id }] as const
  const runs = engine.list('AppJobInvocation', { parent: childPath(app), where })
  const hasSucceeded = ({ id, phase }: Kinds['AppJobInvocation']) => id === endingRun?.id || phase === 'SUCCEEDED'
  return listPreDeployJobs(deployment).every((name) => runs.some((run) => run.job_name === name && hasSucceeded(run)))
}

/** Activates the deployment, or fails it when a program exits or a database cluster does not exist. */
function finishDeployment(ctx: AccountContext, app: AppKey, deployment: Deployment): boolean {
  const { id, spec } = deployment
  if (!hasRunJobs(ctx, app, deployment)) return false
  const failedComponent = listComponents(spec, runningKinds).find(({ value }) => getExitStatus(value, 'run_command') !== 0)
  const missingDatabase = spec.databases?.find(({ production, cluster_name: name }) => production && !findClusterByName(ctx, name))
  if (failedComponent) {
    const message = `The program ended with status ${getExitStatus(failedComponent.value, 'run_command')} at its start.`
    failDeployment(ctx, app, id, { stage: 'deploy', component: failedComponent.name, code: 'DeployContainerExitNonZero', message })
  } else if (missingDatabase) {
    const message = `The database cluster "${missingDatabase.cluster_name}" no longer exists.`
    failDeployment(ctx, app, id, { stage: 'deploy', component: missingDatabase.name, code: 'DatabaseClusterNotFound', message })
  } else activateDeployment(ctx, app, id)
  return true
}

export const onEnter: NonNullable<ResourceHooks<'AppDeployment'>['onEnter']> = {
  BUILDING: adapt(startBuild),
  PENDING_DEPLOY: adapt(finishBuild),
  DEPLOYING: adapt(startRollout),
  ACTIVE: adapt(finishDeployment),
}

function activateDeployment(ctx: AccountContext, app: AppKey, id: string): void {
  const { engine, clock } = ctx
  addScheduledRuns(ctx, app)
  const state = getAppState(ctx, app)
  const key = deploymentKey(app, id)
  const deployment = engine.get('AppDeployment', key)
  if (state.active !== undefined) enterPhase(ctx, app, state.active, 'SUPERSEDED')
  enterPhase(ctx, app, id, 'ACTIVE')
  const { only } = engine.getHidden('AppDeployment', key)
  const startedBy = Object.fromEntries(
    listComponents(deployment.spec, runningKinds).map(({ name }) => [
      name,
      only && !only.includes(name) ? (state.startedBy?.[name] ?? id) : id,
    ]),
  )
  const timestamp = clock.timestamp()
  const { liveSince = timestamp } = state
  engine.setHidden('App', app, { active: id, inProgress: undefined, liveSince, startedBy, followed: clock.now() })
  engine.setFields('App', app, { last_deployment_active_at: timestamp })
  assignDedicatedIps(ctx, app)
  if (state.active === undefined) startDomains(ctx, app)
  startJobs(ctx, app, deployment, 'POST_DEPLOY')
  startNext(ctx, app)
}

/** Assigns the dedicated IPs that the spec has requested. */
function assignDedicatedIps({ engine, ids }: AccountContext, app: AppKey): void {
  const { dedicated_ips: addresses } = engine.get('App', app)
  const assigned = addresses.map((each) =>
    each.status === 'ASSIGNING' ? ({ ...each, ip: ids.ipv4(), status: 'ASSIGNED' } as const) : each,
  )
  engine.setFields('App', app, { dedicated_ips: assigned })
}

/** Marks the deployment as failed; the active one keeps running. */
function failDeployment(ctx: AccountContext, app: AppKey, id: string, failure: StepFailure): void {
  enterPhase(ctx, app, id, 'ERROR', failure)
  startJobs(ctx, app, ctx.engine.get('AppDeployment', deploymentKey(app, id)), 'FAILED_DEPLOY')
  ctx.engine.setHidden('App', app, { inProgress: undefined })
  startNext(ctx, app)
}

/** Starts the pending deployment. */
function startNext(ctx: AccountContext, app: AppKey): void {
  const { pending } = getAppState(ctx, app)
  if (pending !== undefined) ctx.engine.trigger('AppDeployment', deploymentKey(app, pending), 'create')
  refreshApp(ctx, app)
}

/** @throws Failure 409 when the deployment has ended */
export function cancelDeployment(ctx: AccountContext, app: AppKey, id: string): Deployment {
  const { engine } = ctx
  const { pending, inProgress } = getAppState(ctx, app)
  const key = deploymentKey(app, id)
  if (pending !== id && inProgress !== id) throw conflict(`The deployment has ended: it is ${engine.get('AppDeployment', key).phase}.`)
  enterPhase(ctx, app, id, 'CANCELED')
  cancelJobRuns(ctx, app, id)
  engine.setHidden('App', app, pending === id ? { pending: undefined } : { inProgress: undefined })
  startNext(ctx, app)
  return engine.get('AppDeployment', key)
}

type Code = Pick<Deployment, (typeof builtKinds)[number]>

/** Derives the commit from the source, so that it stays the same in later deployments. */
function fetchCode(app: AppKey, { services, static_sites, workers, jobs, functions }: AppSpec): Changes<Code> {
  const fetch = (component: ComponentSpec) => ({
    name: component.name,
    ...(component.image === undefined && { source_commit_hash: hashCommit(component) }),
  })
  return {
    services: services?.map(fetch),
    static_sites: static_sites?.map(fetch),
    workers: workers?.map(fetch),
    jobs: jobs?.map(fetch),
    functions: functions?.map((each) => ({ ...fetch(each), namespace: `ap-${hashUuid('namespace', app.id, each.name)}` })),
  }
}

function hashCommit(component: ComponentSpec): string {
  const sources = (['git', ...repositoryHosts] as const).map((host) => component[host])
  return hashParts('commit', JSON.stringify(sources)).slice(0, 40)
}

function pickCode({ services, static_sites, workers, jobs, functions }: Deployment): Changes<Code> {
  return { services, static_sites, workers, jobs, functions }
}

/** Returns a filter by deployment type; no types match all deployments. */
export function isOfType([first, ...others]: readonly DeploymentType[]): readonly Condition[] {
  return first === undefined ? [] : [{ field: 'type', equals: first, or: others, hidden: true }]
}
