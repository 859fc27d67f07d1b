/** What has happened to an app. A deployment's event shows the deployment as it is when it is read, so only its id is kept. */
import { keyOf } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, under } from '../../store/store.ts'
import { type AppKey, deploymentKey } from './app-state.ts'

export type AppEvent = Kinds['AppEvent']
export type Scaling = Extract<AppEvent, { type: 'AUTOSCALING' }>['autoscaling']

export const eventKey = (app: AppKey, id: string): Key<'AppEvent'> => keyOf('AppEvent', { parent: under(app), id })

export function addDeploymentEvent(world: World, app: AppKey, deployment: string): void {
  add(world, app, { type: 'DEPLOYMENT', deployment_id: deployment })
}

export function addScalingEvent(world: World, app: AppKey, deployment: string, components: Scaling['components']): string {
  return add(world, app, { type: 'AUTOSCALING', deployment_id: deployment, autoscaling: { phase: 'PENDING', components } })
}

/** An event without what is only shown. */
type Kept =
  | { readonly type: 'DEPLOYMENT'; readonly deployment_id: string }
  | { readonly type: 'AUTOSCALING'; readonly deployment_id: string; readonly autoscaling: Scaling }

/** Not through the engine, which would give every event a deployment. */
function add({ store, ids, clock }: World, app: AppKey, { type, ...rest }: Kept): string {
  const event = { id: ids.uuid(), type, created_at: clock.stamp(), ...rest }
  store.put({ ...eventKey(app, event.id), text: JSON.stringify(event) })
  return event.id
}

export function showEvent({ engine }: World, app: AppKey, event: AppEvent): AppEvent {
  if (event.type !== 'DEPLOYMENT') return event
  return { ...event, deployment: engine.get('AppDeployment', deploymentKey(app, event.deployment_id)) }
}
