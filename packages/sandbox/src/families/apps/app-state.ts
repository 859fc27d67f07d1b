/** An app as it is kept: which deployments matter now, and what it shows of them. */
import type { Call } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { isArchived } from './components.ts'
import { listDomains } from './domains.ts'

/** Kept with the app and never sent. Ids are those of its deployments. */
export interface AppState {
  /** The name of its default address. */
  readonly label: string
  readonly active?: string | undefined
  readonly inProgress?: string | undefined
  readonly pending?: string | undefined
  /** What a rollback went back to, until it is committed or reverted. */
  readonly pinned?: string | undefined
  /** What was live before that rollback. */
  readonly before?: string | undefined
  /** How many copies autoscaling has left of a component. */
  readonly copies?: Readonly<Record<string, number>> | undefined
  /** The deployment that started the copies of a component which run now. */
  readonly startedBy?: Readonly<Record<string, string>> | undefined
  /** Until when the timetables of its jobs have been followed, in milliseconds. */
  readonly followed?: number | undefined
}

const platformDomain = 'apps.spindrift.example'

export const appKey = (id: unknown): Key => ({ kind: 'App', id: String(id) })
export const deploymentKey = (app: Key, id: unknown): Key => ({ kind: 'AppDeployment', parent: under(app), id: String(id) })
export const defaultHost = ({ label }: AppState) => `${label}.${platformDomain}`

/** The app of the path. @throws Failure 404 */
export function openApp(call: Call, { engine }: World): Key {
  const key = appKey(call.path['app_id'] ?? call.path['id'])
  engine.text(key)
  return key
}

/** The deployment of the path. @throws Failure 404 */
export function openDeployment(call: Call, world: World): { readonly app: Key; readonly deployment: Value } {
  const app = openApp(call, world)
  return { app, deployment: world.engine.get(deploymentKey(app, call.path['deployment_id'])) }
}

export function stateOf({ engine }: World, app: Key): AppState {
  // Written by `setState` alone.
  return engine.hidden(app) as unknown as AppState
}

export function setState({ engine }: World, app: Key, fields: Partial<AppState>): void {
  engine.hide(app, fields)
}

/** What visitors reach; undefined before the first deployment is live and while the app is archived. */
export function findActive(world: World, app: Key): Value | undefined {
  const { active } = stateOf(world, app)
  const deployment = active === undefined ? undefined : world.engine.find(deploymentKey(app, active))
  return deployment && !isArchived(deployment['spec'] as Value) ? deployment : undefined
}

/** @throws Failure 404 */
export function getActive(world: World, app: Key): Value {
  const active = findActive(world, app)
  if (!active) throw notFound()
  return active
}

/** @throws Failure 409 */
export function assertNotPinned(world: World, app: Key): void {
  if (stateOf(world, app).pinned !== undefined)
    throw conflict('The app is pinned to a rollback. Commit or revert it before anything else is deployed.')
}

/** Writes anew what the app shows of its deployments and where it is reached. Called after every change of either. */
export function refreshApp(world: World, app: Key): Value {
  const { engine, clock } = world
  const state = stateOf(world, app)
  const find = (id: string | undefined) => (id === undefined ? undefined : engine.find(deploymentKey(app, id)))
  const isLive = state.active !== undefined
  const primary = listDomains(engine.get(app)).find(({ spec, phase }) => spec['type'] === 'PRIMARY' && phase === 'ACTIVE')
  const host = primary ? String(primary.spec['domain']).replace(/\.$/, '') : defaultHost(state)
  return engine.change(app, {
    active_deployment: findActive(world, app),
    in_progress_deployment: find(state.inProgress),
    pending_deployment: find(state.pending),
    pinned_deployment: find(state.pinned),
    default_ingress: isLive ? `https://${defaultHost(state)}` : undefined,
    live_url: isLive ? `https://${host}` : undefined,
    live_url_base: isLive ? `https://${host}` : undefined,
    live_domain: isLive ? host : undefined,
    updated_at: clock.stamp(),
  })
}
