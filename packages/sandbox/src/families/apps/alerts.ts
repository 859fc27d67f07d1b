import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import type { AppKey } from './app-state.ts'
import { type AppSpec, listComponents } from './components.ts'

type Alert = Kinds['AppAlert']

export const stepName = 'alert-configure-insight-alert'

export const alertKey = (app: AppKey, id: string): Key<'AppAlert'> => keyOf('AppAlert', { parent: childPath(app), id })

interface AlertInput {
  readonly component?: string
  readonly spec: Alert['spec']
}

export const pendingProgress = { steps: [{ name: stepName, status: 'PENDING' }] } as const

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
    if (!changed) addAlert(ctx, app, each)
    else {
      engine.setFields('AppAlert', alertKey(app, changed.id), { spec: each.spec })
      engine.trigger('AppAlert', alertKey(app, changed.id), 'apps_update')
    }
  }
  for (const { id } of remaining) engine.delete('AppAlert', alertKey(app, id))
}

function addAlert({ engine, owner }: AccountContext, app: AppKey, { component, spec }: AlertInput): void {
  const fields = { spec, emails: [owner.email], slack_webhooks: [], component_name: component, progress: pendingProgress }
  engine.create('AppAlert', fields, { parent: childPath(app) })
}
