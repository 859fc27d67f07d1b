import type { Behavior, Call } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { deploymentKey, openApp } from './app-state.ts'
import { cancelScaling } from './autoscaling.ts'
import { cancel, factsOf } from './deployments.ts'
import { eventKey, showEvent } from './event-log.ts'
import { isKept, readLogQuery, writeLogs } from './logs.ts'
import type { FamilyBehavior } from '../family.ts'

interface OpenEvent {
  readonly app: Key
  readonly key: Key
  readonly event: Value
}

/** @throws Failure 404 */
function openEvent(call: Call, world: World): OpenEvent {
  const app = openApp(call, world)
  const key = eventKey(app, call.path['event_id'])
  return { app, key, event: world.engine.get(key) }
}

const list: Behavior = (call, world) => {
  const app = openApp(call, world)
  const types = [call.query['event_types'] ?? []].flat().map(String)
  const events = world.engine.all({ kind: 'AppEvent', parent: under(app), order: 'newest' })
  const causes = [call.query['deployment_types'] ?? []].flat().map(String)
  const isAbout = ({ type, deployment_id: id }: Value) =>
    causes.length === 0 || type !== 'DEPLOYMENT' || causes.includes(String(factsOf(world, deploymentKey(app, id)).type))
  const wanted = events.filter((event) => (types.length === 0 || types.includes(String(event['type']))) && isAbout(event))
  return replyValues(
    call,
    'events',
    wanted.map((event) => showEvent(world, app, event)),
  )
}

const get: Behavior = (call, world) => {
  const { app, event } = openEvent(call, world)
  return { body: JSON.stringify({ event: showEvent(world, app, event) }) }
}

const stop: Behavior = (call, world) => {
  const { app, key, event } = openEvent(call, world)
  if (event['type'] === 'DEPLOYMENT') cancel(world, app, String(event['deployment_id']))
  else if (!cancelScaling(world, key)) throw conflict('The change of copies has ended.')
  return { body: JSON.stringify({ event: showEvent(world, app, world.engine.get(key)) }) }
}

/** A type that does not fit the event gives no addresses. */
const getLogs: Behavior = (call, world) => {
  const { app, event } = openEvent(call, world)
  const { type } = readLogQuery(call)
  if (event['type'] === 'DEPLOYMENT') {
    const deployment = world.engine.get(deploymentKey(app, event['deployment_id']))
    const fitting = type === 'UNSPECIFIED' ? (deployment['phase'] === 'BUILDING' ? 'BUILD' : 'DEPLOY') : type
    const fits = fitting === 'BUILD' || fitting === 'DEPLOY'
    return writeLogs(call, world, fits && isKept(world, app, deployment, fitting), [app.id, String(event['id']), fitting])
  }
  const phase = String((event['autoscaling'] as Value)['phase'])
  const fits = type === 'UNSPECIFIED' || type === 'AUTOSCALE_EVENT'
  return writeLogs(call, world, fits && phase !== 'PENDING', [app.id, String(event['id'])])
}

export const appEvents: FamilyBehavior = {
  operations: { apps_list_events: list, apps_get_event: get, apps_cancel_event: stop, apps_get_event_logs: getLogs },
}
