/** What has happened to an app. A deployment's event shows the deployment as it is when it is read, so only its id is kept. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { deploymentKey } from './app-state.ts'

export const eventKey = (app: Key, id: unknown): Key => ({ kind: 'AppEvent', parent: under(app), id: String(id) })

export function addDeploymentEvent(world: World, app: Key, deployment: string): void {
  add(world, app, { type: 'DEPLOYMENT', deployment_id: deployment })
}

export function addScalingEvent(world: World, app: Key, deployment: string, components: Value): string {
  return add(world, app, { type: 'AUTOSCALING', deployment_id: deployment, autoscaling: { phase: 'PENDING', components } })
}

/** Not through the engine, which would give every event a deployment. */
function add({ store, ids, clock }: World, app: Key, fields: Value): string {
  const { type, ...rest } = fields
  const event = { id: ids.uuid(), type, created_at: clock.stamp(), ...rest }
  store.put({ ...eventKey(app, event.id), text: JSON.stringify(event) })
  return event.id
}

export function showEvent({ engine }: World, app: Key, event: Value): Value {
  return event['type'] === 'DEPLOYMENT' ? { ...event, deployment: engine.get(deploymentKey(app, event['deployment_id'])) } : event
}
