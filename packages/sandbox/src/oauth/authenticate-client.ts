/** Authenticates a client by `client_id` and `client_secret`, or by HTTP Basic. */
import { type Application, findApplication, authenticateApplication } from '../auth/applications.ts'
import type { Store } from '../store/store.ts'
import { invalidClient, invalidRequest } from './oauth-failure.ts'
import type { TokenParameters } from './token-parameters.ts'

interface Credentials {
  readonly id: string | undefined
  readonly secret: string | undefined
}

/** @throws OAuthFailure invalid_client when they are missing or wrong */
export function authenticateClient(parameters: TokenParameters, header: string | undefined, store: Store): Application {
  const { id, secret } = parseCredentials(parameters, header)
  if (id === undefined || secret === undefined) throw invalidClient('Client authentication is missing: the client_id and client_secret.')
  const application = authenticateApplication(store, id, secret)
  if (!application) throw invalidClient()
  return application
}

/** Authenticates the client of a refresh, where credentials are optional but must be correct. @throws OAuthFailure invalid_client */
export function checkClient(parameters: TokenParameters, header: string | undefined, store: Store): Application | undefined {
  // Some clients add their bearer token to every request; it does not identify the application.
  const { id, secret } = parseCredentials(parameters, /^bearer /i.test(header ?? '') ? undefined : header)
  if (id === undefined && secret === undefined) return undefined
  const application = secret === undefined ? findApplication(store, id ?? '') : authenticateApplication(store, id ?? '', secret)
  if (!application) throw invalidClient()
  return application
}

function parseCredentials(parameters: TokenParameters, header: string | undefined): Credentials {
  const inRequest = { id: parameters.get('client_id'), secret: parameters.get('client_secret') }
  if (header === undefined) return inRequest
  const [, encoded] = /^basic +([a-z0-9+/]+=*) *$/i.exec(header) ?? []
  if (encoded === undefined)
    throw invalidClient('This way of authenticating the client is not supported. Use HTTP Basic, or client_id and client_secret.')
  const text = Buffer.from(encoded, 'base64').toString()
  const at = text.indexOf(':')
  if (at === -1) throw invalidClient()
  const inHeader = { id: decode(text.slice(0, at)), secret: decode(text.slice(at + 1)) }
  // Some clients also send their id in the body, which is allowed if both ids are equal.
  if (inRequest.secret !== undefined || (inRequest.id !== undefined && inRequest.id !== inHeader.id))
    throw invalidRequest('client_secret: given by HTTP Basic and as a parameter')
  return inHeader
}

/** Decodes a part of HTTP Basic credentials, which are form-encoded (RFC 6749, section 2.3.1). */
function decode(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? ''
}
