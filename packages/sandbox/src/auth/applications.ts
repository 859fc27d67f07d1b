/** The applications that are registered with the authorization server. */
import type { Store } from '../store/store.ts'
import { hashSecret, isSameSecret } from './hash-secret.ts'

export interface Application {
  readonly client_id: string
  readonly name: string
  /** The callback addresses, compared byte for byte. */
  readonly redirect_uris: readonly string[]
}

const kind = 'oauth-application'

export function putApplication(store: Store, application: Application, secret: string): void {
  const hidden = JSON.stringify({ secret: hashSecret(secret) })
  store.put({ kind, id: application.client_id, text: JSON.stringify(application), hidden })
}

export function findApplication(store: Store, clientId: string): Application | undefined {
  const text = store.text({ kind, id: clientId })
  return text === undefined ? undefined : (JSON.parse(text) as Application)
}

export function listApplications(store: Store): Application[] {
  return JSON.parse(`[${store.list({ kind }).texts}]`) as Application[]
}

/** The application whose id and secret these are. */
export function recognizeApplication(store: Store, clientId: string, secret: string): Application | undefined {
  const row = store.get({ kind, id: clientId })
  const kept = row?.hidden === undefined ? '' : (JSON.parse(row.hidden) as { readonly secret: string }).secret
  const isRight = isSameSecret(hashSecret(secret), kept)
  return row && isRight ? (JSON.parse(row.text) as Application) : undefined
}
