import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import type { AppKey } from './app-state.ts'
import { type AppSpec, listComponents } from './components.ts'

type Alert = Kinds['AppAlert']

export const stepName = 'alert-configure-insight-alert'

export const alertKey = (app: AppKey, id: string): Key<'AppAlert'> => keyOf('AppAlert', { parent: childPath(app), id })

interface AlertInput {
  readonly component?: string
  readonly spec: Alert['spec']
}

export interface AlertJob {
  readonly app: string
  readonly alert: string
  /** Number of the setup; a later setup makes the job void. */
  readonly round: number
}

/** Makes the stored alerts match the spec: keeps equal ones, updates changed ones, adds and deletes the others. */
export function syncAlerts(ctx: AccountContext, app: AppKey, spec: AppSpec): void {
  const { engine } = ctx
  const inputs: AlertInput[] = [
    ...(spec.alerts ?? []).map((alert) => ({ spec: alert })),
    ...listComponents(spec).flatMap(({ name, value }) => (value.alerts ?? []).map((alert) => ({ component: name, spec: alert }))),
  ]
  const remaining = engine.list('AppAlert', { parent: childPath(app) })
  const removeMatch = (matches: (alert: Alert) => boolean) => {
    const index = remaining.findIndex(matches)
    return index === -1 ? undefined : remaining.splice(index, 1)[0]
  }
  const isSame = (each: AlertInput, alert: Alert) => alert.component_name === each.component && alert.spec.rule === each.spec.rule
  const unchanged = inputs.map((each) =>
    removeMatch((alert) => isSame(each, alert) && JSON.stringify(alert.spec) === JSON.stringify(each.spec)),
  )
  for (const [index, each] of inputs.entries()) {
    if (unchanged[index]) continue
    const changed = removeMatch((alert) => isSame(each, alert))
    if (changed) engine.setFields('AppAlert', alertKey(app, changed.id), { spec: each.spec })
    startSetup(ctx, app, (changed ?? addAlert(ctx, app, each)).id)
  }
  for (const { id } of remaining) engine.delete('AppAlert', alertKey(app, id))
}

function addAlert({ engine, owner }: AccountContext, app: AppKey, { component, spec }: AlertInput): Alert {
  const fields = { spec, emails: [owner.email], slack_webhooks: [], component_name: component, progress: { steps: [] } }
  return engine.create('AppAlert', fields, { parent: childPath(app), lifecycle: false })
}

/** Sets the alert to PENDING and schedules its setup. */
export function startSetup(ctx: AccountContext, app: AppKey, id: string): Alert {
  const { engine } = ctx
  const key = alertKey(app, id)
  const { round: before = 0 } = engine.getHidden('AppAlert', key)
  const round = before + 1
  engine.setHidden('AppAlert', key, { round })
  scheduleIn(ctx, 5, 'appAlerts.begin', { app: app.id, alert: id, round } satisfies AlertJob)
  return engine.setFields('AppAlert', key, { phase: 'PENDING', progress: { steps: [{ name: stepName, status: 'PENDING' }] } })
}
