/** Credentials for the metrics of all clusters of the account. */
import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'

type Credentials = Operations['databases_metricsCredentials_get']['reply']['credentials']

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    databaseMetrics: Credentials
  }
}

const pair = { kind: 'databaseMetrics', id: 'pair' } as const
/** Exists from the first cluster on, even after it is deleted. */
const opened = { kind: 'databaseMetrics', id: 'opened' } as const

/** Creates the credentials for the first cluster of the account. */
export function openMetrics({ store, ids }: AccountContext): void {
  if (store.get(opened)?.text !== undefined) return
  store.put({ ...opened, text: 'true' })
  if (store.get(pair)?.text === undefined) saveCredentials(store, { basic_auth_username: 'metrics', basic_auth_password: ids.hex(24) })
}

function saveCredentials(store: AccountContext['store'], credentials: Credentials): void {
  store.put({ ...pair, text: JSON.stringify(credentials) })
}

export const getMetricsCredentials: Handler<'databases_metricsCredentials_get'> = (_call, { engine, store }) => {
  const credentials = engine.find('databaseMetrics', pair)
  if (!credentials || store.get(opened)?.text === undefined) throw notFound()
  return { credentials }
}

export const updateMetricsCredentials: Handler<'databases_metricsCredentials_update'> = ({ body: { credentials } }, { store }) => {
  const { basic_auth_username, basic_auth_password } = credentials
  saveCredentials(store, { basic_auth_username, basic_auth_password })
}
