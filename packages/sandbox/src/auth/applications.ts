/** Applications registered with the authorization server. */
import type { Store } from '../store/store.ts'
import { hashSecret, isSameSecret } from './hash-secret.ts'

export interface Application {
  readonly client_id: string
  readonly name: string
  /** Callback URLs, compared byte for byte. */
  readonly redirect_uris: readonly string[]
}

const kind = 'oauth-application'

/** @param secretHash hash of its secret */
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

/** Returns the application with this id and secret; undefined if there is none. */
export function authenticateApplication(store: Store, clientId: string, secret: string): Application | undefined {
  const isRight = isSameSecret(hashSecret(secret), getSecretHash(store, clientId))
  return isRight ? findApplication(store, clientId) : undefined
}

/** Returns the hash of its secret; an empty string for an unknown application. */
function getSecretHash(store: Store, clientId: string): string {
  const hidden = store.get({ kind, id: clientId })?.hidden
  return hidden === undefined ? '' : (JSON.parse(hidden) as { readonly secret: string }).secret
}
