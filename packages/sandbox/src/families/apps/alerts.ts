/** The alerts of an app follow its specification; only where they go is set by itself. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { later } from '../../shared/later.ts'
import { listComponents, listOf } from './components.ts'

const kind = 'AppAlert'
const stepName = 'alert-configure-insight-alert'

export const alertKey = (app: Key, id: unknown): Key => ({ kind, parent: under(app), id: String(id) })

interface Wanted {
  readonly component?: string
  readonly spec: Value
}

export interface AlertDue {
  readonly app: string
  readonly alert: string
  /** An alert that was set up anew since is left to what was planned then. */
  readonly round: number
}

/** Keeps those that the specification still has, changes those whose threshold it changes, makes and deletes the others. */
export function syncAlerts(world: World, app: Key, spec: Value): void {
  const { engine } = world
  const wanted: Wanted[] = [
    ...listOf(spec, 'alerts').map((alert) => ({ spec: alert })),
    ...listComponents(spec).flatMap(({ name, value }) => listOf(value, 'alerts').map((alert) => ({ component: name, spec: alert }))),
  ]
  const left = engine.all({ kind, parent: under(app) })
  const take = (fits: (alert: Value) => boolean) => {
    const index = left.findIndex(fits)
    return index === -1 ? undefined : left.splice(index, 1)[0]
  }
  const isSame = (each: Wanted, alert: Value) =>
    alert['component_name'] === each.component && (alert['spec'] as Value)['rule'] === each.spec['rule']
  const unchanged = wanted.map((each) =>
    take((alert) => isSame(each, alert) && JSON.stringify(alert['spec']) === JSON.stringify(each.spec)),
  )
  for (const [index, each] of wanted.entries()) {
    if (unchanged[index]) continue
    const changed = take((alert) => isSame(each, alert))
    if (changed) engine.change(alertKey(app, changed['id']), { spec: each.spec })
    setUp(world, app, String((changed ?? add(world, app, each))['id']))
  }
  for (const { id } of left) engine.remove(alertKey(app, id))
}

function add({ engine, owner }: World, app: Key, { component, spec }: Wanted): Value {
  const fields = { spec, emails: [owner.email], slack_webhooks: [], ...(component !== undefined && { component_name: component }) }
  return engine.create(kind, fields, { parent: under(app), lifecycle: false })
}

/** PENDING again, and on its way to ACTIVE. */
export function setUp(world: World, app: Key, id: string): Value {
  const { engine } = world
  const key = alertKey(app, id)
  const round = Number(engine.hidden(key)['round'] ?? 0) + 1
  engine.hide(key, { round })
  later(world, 5, 'appAlerts.begin', { app: app.id, alert: id, round } satisfies AlertDue)
  return engine.change(key, { phase: 'PENDING', progress: { steps: [{ name: stepName, status: 'PENDING' }] } })
}

/** Due: PENDING → CONFIGURING. */
export function beginAlert(due: AlertDue, world: World): void {
  const key = findKey(world, due)
  if (!key) return
  const step = { name: stepName, status: 'RUNNING', started_at: world.clock.stamp() }
  world.engine.change(key, { phase: 'CONFIGURING', progress: { steps: [step] } })
  later(world, 10, 'appAlerts.finish', due)
}

/** Due: CONFIGURING → ACTIVE. */
export function finishAlert(due: AlertDue, world: World): void {
  const key = findKey(world, due)
  if (!key) return
  const [step] = listOf(world.engine.get(key)['progress'] as Value, 'steps')
  world.engine.change(key, { phase: 'ACTIVE', progress: { steps: [{ ...step, status: 'SUCCESS', ended_at: world.clock.stamp() }] } })
}

function findKey({ engine }: World, { app, alert, round }: AlertDue): Key | undefined {
  const key = alertKey({ kind: 'App', id: app }, alert)
  return engine.find(key) && engine.hidden(key)['round'] === round ? key : undefined
}
