/** The one pair of name and password that reads the metrics of all clusters. */
import type { Behavior } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

const pair = { kind: 'databaseMetrics', id: 'pair' }
/** There from the first cluster on, whatever becomes of it. */
const opened = { kind: 'databaseMetrics', id: 'opened' }

/** The account has a cluster, so there is something to read. */
export function openMetrics({ store, ids }: World): void {
  if (store.text(opened) !== undefined) return
  store.put({ ...opened, text: 'true' })
  if (store.text(pair) === undefined) put(store, { basic_auth_username: 'metrics', basic_auth_password: ids.hex(24) })
}

function put(store: World['store'], credentials: Value): void {
  store.put({ ...pair, text: JSON.stringify(credentials) })
}

export const getMetricsCredentials: Behavior = (_call, { store }) => {
  const text = store.text(pair)
  if (text === undefined || store.text(opened) === undefined) throw notFound()
  return { body: `{"credentials":${text}}` }
}

export const updateMetricsCredentials: Behavior = (call, { store }) => {
  const { basic_auth_username, basic_auth_password } = readBody(call)['credentials'] as Value
  put(store, { basic_auth_username, basic_auth_password })
  return {}
}
