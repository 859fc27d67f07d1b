/** Cluster settings of the platform: storage autoscaling and custom host names. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { logEvent } from './cluster-state.ts'
import { databaseKey } from './connection.ts'

type Autoscale = NonNullable<Kinds['DatabaseCluster']['storage_autoscale']>

/** Finds the autoscale settings of a request, in either form. @throws Failure 422 if autoscaling is enabled without its thresholds */
export function findAutoscale(request: DeepReadonly<Operations['databases_autoscale_update']['body']>): Autoscale | undefined {
  const { storage_autoscale, storage, autoscale } = request
  const forms = { storage_autoscale, storage, 'autoscale.storage': autoscale?.storage }
  const [field, form] = Object.entries(forms).find(([, value]) => value) ?? []
  if (!form) return undefined
  const { enabled = false, threshold_percent, increment_gib } = form
  const missing = Object.entries({ threshold_percent, increment_gib }).filter(([, value]) => value === undefined)
  if (enabled && missing.length > 0)
    throw unprocessable(missing.map(([name]) => `${field}.${name}: must be given when ${field}.enabled is true`).join('; '))
  return { enabled, ...(threshold_percent !== undefined && { threshold_percent }), ...(increment_gib !== undefined && { increment_gib }) }
}

export function parseDoSettings(request: Kinds['DatabaseCluster']['do_settings']): { readonly service_cnames: string[] } {
  return { service_cnames: request?.service_cnames ?? [] }
}

/** Both under a root key and at the root of the body, because clients read either. */
export const getAutoscale: Handler<'databases_autoscale_get'> = (call, { engine }) => {
  const { storage_autoscale: storage = { enabled: false } } = engine.get('DatabaseCluster', databaseKey(call))
  return { autoscale: { storage }, storage }
}

export const updateAutoscale: Handler<'databases_autoscale_update'> = (call, { engine }) => {
  const key = databaseKey(call)
  engine.getText(key)
  const storage = findAutoscale(call.body)
  if (!storage) throw unprocessable('storage: must be given.')
  engine.setFields('DatabaseCluster', key, { storage_autoscale: storage })
}

export const getDoSettings: Handler<'databases_doSettings_get'> = (call, { engine }) => {
  const { do_settings = {} } = engine.get('DatabaseCluster', databaseKey(call))
  return { do_settings }
}

export const updateDoSettings: Handler<'databases_doSettings_update'> = (call, ctx) => {
  const key = databaseKey(call)
  ctx.engine.setFields('DatabaseCluster', key, { do_settings: parseDoSettings(call.body.do_settings) })
  logEvent(ctx, key, 'cluster_update')
}
