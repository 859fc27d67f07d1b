/** Stored state of an app: its current deployments and the fields that it shows of them. */
import type { Call } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'

/** Hidden fields of an app, with ids of deployments. */
interface AppState {
  /** First label of the default host name. */
  readonly label: string
  readonly active?: string
  readonly inProgress?: string
  readonly pending?: string
  /** Target of a rollback, until it is committed or reverted. */
  readonly pinned?: string
  /** Active deployment before that rollback. */
  readonly before?: string
  /** Time of the first active deployment. */
  readonly liveSince?: string
  /** Deployment that started the running instances, by component. */
  readonly startedBy?: Readonly<Record<string, string>>
  /** End of the period whose scheduled job runs are recorded, in milliseconds since 1970. */
  readonly followed?: number
  /** Buildpack and version that a component was upgraded to, such as `spindrift/node@4`, by component. */
  readonly buildpacks?: Readonly<Record<string, string>>
  /** Number of password resets, by development database. */
  readonly resets?: Readonly<Record<string, number>>
  /** Development databases that accept connections of the app only. */
  readonly closed?: readonly string[]
}

declare module '../../engine/kinds.ts' {
  interface Hidden {
    App: AppState
  }
}

export type App = Kinds['App']
export type Deployment = Kinds['AppDeployment']
export type AppKey = Key<'App'>

const platformDomain = 'apps.spindrift.example'

export const appKey = (id: string): AppKey => keyOf('App', id)
export const deploymentKey = (app: AppKey, id: string): Key<'AppDeployment'> => keyOf('AppDeployment', { parent: childPath(app), id })
export const formatDefaultHost = ({ label }: AppState) => `${label}.${platformDomain}`

/** @throws Failure 404 */
export function requireApp(id: string, { engine }: AccountContext): AppKey {
  engine.get('App', id)
  return appKey(id)
}

export interface DeploymentContext {
  readonly app: AppKey
  readonly deployment: Deployment
}

/** @throws Failure 404 */
export function requireDeployment(path: Call<'apps_deployments_get'>['path'], ctx: AccountContext): DeploymentContext {
  const app = requireApp(path.app_id, ctx)
  return { app, deployment: ctx.engine.get('AppDeployment', deploymentKey(app, path.deployment_id)) }
}

export const getAppState = ({ engine }: AccountContext, app: AppKey): AppState => engine.getHidden('App', app)

/** Returns undefined before the first deployment is active and while the app is archived. */
export function findActiveDeployment(ctx: AccountContext, app: AppKey): Deployment | undefined {
  const { active } = getAppState(ctx, app)
  const deployment = active === undefined ? undefined : ctx.engine.find('AppDeployment', deploymentKey(app, active))
  return deployment?.spec.maintenance?.archive ? undefined : deployment
}

/** Returns the active deployment. @throws Failure 404 */
export function requireLiveDeployment({ app_id: id }: { readonly app_id: string }, ctx: AccountContext): DeploymentContext {
  const app = requireApp(id, ctx)
  const deployment = findActiveDeployment(ctx, app)
  if (!deployment) throw notFound()
  return { app, deployment }
}

/** @throws Failure 409 */
export function assertNotPinned(ctx: AccountContext, app: AppKey): void {
  if (getAppState(ctx, app).pinned !== undefined) throw conflict('The app is pinned to a rollback. Commit or revert it before you deploy.')
}

/** Updates the deployments and addresses in the app. Called after every change of a deployment or a domain. */
export function refreshApp(ctx: AccountContext, app: AppKey): App {
  const { engine, clock } = ctx
  const state = getAppState(ctx, app)
  const find = (id: string | undefined) => (id === undefined ? undefined : engine.find('AppDeployment', deploymentKey(app, id)))
  const isLive = state.active !== undefined
  const primary = engine.get('App', app).domains.find(({ spec, phase }) => spec.type === 'PRIMARY' && phase === 'ACTIVE')
  const host = primary ? primary.spec.domain.replace(/\.$/, '') : formatDefaultHost(state)
  return engine.setFields('App', app, {
    active_deployment: findActiveDeployment(ctx, app),
    in_progress_deployment: find(state.inProgress),
    pending_deployment: find(state.pending),
    pinned_deployment: find(state.pinned),
    default_ingress: isLive ? `https://${formatDefaultHost(state)}` : undefined,
    live_url: isLive ? `https://${host}` : undefined,
    live_url_base: isLive ? `https://${host}` : undefined,
    live_domain: isLive ? host : undefined,
    updated_at: clock.timestamp(),
  })
}
