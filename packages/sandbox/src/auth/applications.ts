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

/** @param secretHash what is kept of its secret */
export function putApplication(store: Store, application: Application, secretHash: string): void {
  const hidden = JSON.stringify({ secret: secretHash })
  store.put({ kind, id: application.client_id, text: JSON.stringify(application), hidden })
}

export function removeApplication(store: Store, clientId: string): void {
  store.delete({ kind, id: clientId })
}

export function findApplication(store: Store, clientId: string): Application | undefined {
  const text = store.get({ kind, id: clientId })?.text
  return text === undefined ? undefined : (JSON.parse(text) as Application)
}

export function listApplications(store: Store): Application[] {
  return JSON.parse(`[${store.list({ kind }).texts}]`) as Application[]
}

/** The application whose id and secret these are. */
export function authenticateApplication(store: Store, clientId: string, secret: string): Application | undefined {
  const isRight = isSameSecret(hashSecret(secret), getSecretHash(store, clientId))
  return isRight ? findApplication(store, clientId) : undefined
}

/** What is kept of its secret; nothing of an application that is not there. */
function getSecretHash(store: Store, clientId: string): string {
  const hidden = store.get({ kind, id: clientId })?.hidden
  return hidden === undefined ? '' : (JSON.parse(hidden) as { readonly secret: string }).secret
}
