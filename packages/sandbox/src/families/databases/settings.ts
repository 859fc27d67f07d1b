/** What the platform keeps around a cluster: growth of its storage, host names of one's own. */
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import { logEvent } from './cluster-state.ts'
import { databaseKey } from './connection.ts'

/** What a request says of it, in whichever form; undefined when it says nothing. @throws Failure 422 when growth is switched on without its measures */
export function readAutoscale({ storage_autoscale, storage, autoscale }: Value): Value | undefined {
  const nested = isRecord(autoscale) ? autoscale['storage'] : undefined
  const forms = { storage_autoscale, storage, 'autoscale.storage': nested }
  const [field, sent] = Object.entries(forms).find(([, value]) => isRecord(value)) ?? []
  if (!isRecord(sent)) return undefined
  const { enabled = false, threshold_percent, increment_gib } = sent
  const missing = Object.entries({ threshold_percent, increment_gib }).filter(([, value]) => value === undefined || value === null)
  if (enabled === true && missing.length > 0)
    throw unprocessable(missing.map(([name]) => `${field}.${name}: must be given when ${field}.enabled is true`).join('; '))
  return Object.fromEntries(
    Object.entries({ enabled, threshold_percent, increment_gib }).filter(([, value]) => value !== undefined && value !== null),
  )
}

/** @throws Failure 422 */
export function readDoSettings(request: unknown): Value {
  const names = isRecord(request) ? request['service_cnames'] : undefined
  const own = (Array.isArray(names) ? names : []) as readonly string[]
  const seen = new Set<string>()
  for (const [index, name] of own.entries()) {
    if (seen.has(name.toLowerCase())) throw unprocessable(`do_settings.service_cnames.${index}: "${name}" is given twice.`)
    seen.add(name.toLowerCase())
  }
  return { service_cnames: own }
}

/** Under a root and beside it: clients read one or the other. */
export const getAutoscale: Behavior = (call, { engine }) => {
  const { storage_autoscale: storage = { enabled: false } } = engine.get(databaseKey(call))
  return { body: JSON.stringify({ autoscale: { storage }, storage }) }
}

export const updateAutoscale: Behavior = (call, { engine }) => {
  const key = databaseKey(call)
  engine.text(key)
  const storage = readAutoscale(readBody(call))
  if (!storage) throw unprocessable('storage: must be given.')
  engine.change(key, { storage_autoscale: storage })
  return {}
}

export const getDoSettings: Behavior = (call, { engine }) => {
  const { do_settings } = engine.get(databaseKey(call))
  return { body: JSON.stringify({ do_settings }) }
}

export const updateDoSettings: Behavior = (call, world) => {
  const key = databaseKey(call)
  world.engine.change(key, { do_settings: readDoSettings(readBody(call)['do_settings']) })
  logEvent(world, key, 'cluster_update')
  return {}
}
