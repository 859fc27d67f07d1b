/** Events of an app. They store only the id of a deployment, because replies show its current state. */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { type AppKey, deploymentKey } from './app-state.ts'

export type AppEvent = Kinds['AppEvent']

export const eventKey = (app: AppKey, id: string): Key<'AppEvent'> => keyOf('AppEvent', { parent: childPath(app), id })

/** Bypasses the engine, which would add a deployment to every event. */
export function addDeploymentEvent({ store, ids, clock }: AccountContext, app: AppKey, deployment: string): void {
  const event = { id: ids.uuid('AppEvent'), type: 'DEPLOYMENT', created_at: clock.timestamp(), deployment_id: deployment }
  store.put({ ...eventKey(app, event.id), text: JSON.stringify(event) })
}

export function describeEvent({ engine }: AccountContext, app: AppKey, event: AppEvent): AppEvent {
  if (event.type !== 'DEPLOYMENT') return event
  return { ...event, deployment: engine.get('AppDeployment', deploymentKey(app, event.deployment_id)) }
}
