/**
 * Parses authorization requests. Errors are shown to the user and never sent to the application: an untrusted URL must receive nothing,
 * and an invalid request must not be granted in part.
 */
import { type Application, findApplication } from '../auth/applications.ts'
import { Failure } from '../engine/failure.ts'
import type { Store } from '../store/store.ts'
import { findRepeated, listParameters } from './parameters.ts'

export type Scope = 'read' | 'read write'

export interface AuthorizationRequest {
  readonly application: Application
  readonly redirectUri: string
  readonly responseType: 'code' | 'token'
  readonly scope: Scope
  /** Encoded as it was sent, so that it is returned byte for byte. */
  readonly state: string | undefined
  readonly prompts: ReadonlySet<string>
  /** Seconds. */
  readonly maxAuthAge: number | undefined
  readonly hint: string | undefined
  readonly challenge: string | undefined
  /** The whole query, as it was sent. */
  readonly query: string
}

const known = new Set(
  'client_id redirect_uri response_type scope state prompt max_auth_age i code_challenge code_challenge_method'.split(' '),
)

/** @throws Failure 400, shown as a page */
export function parseAuthorizationRequest(query: string, store: Store): AuthorizationRequest {
  const parameters = listParameters(query)
  const [repeatedName] = findRepeated(parameters, known)
  if (repeatedName !== undefined) throw refuse(`The parameter ${repeatedName} is there more than once.`)
  const find = (name: string) => parameters.find((parameter) => parameter.name === name)
  const valueOf = (name: string) => find(name)?.value
  const application = findApplication(store, valueOf('client_id') ?? '')
  if (!application) throw refuse('Unknown application: client_id is missing or wrong.')
  const redirectUri = valueOf('redirect_uri')
  if (redirectUri === undefined || !application.redirect_uris.includes(redirectUri))
    throw refuse('The redirect URI is not valid: it is not the one that is registered for the application.')
  const responseType = valueOf('response_type')
  if (responseType !== 'code' && responseType !== 'token') throw refuse('The response_type must be code or token.')
  const scope = valueOf('scope') ?? 'read'
  if (scope !== 'read' && scope !== 'read write') throw refuse('The scope is invalid, unknown or malformed: it can be read, or read write.')
  return {
    application,
    redirectUri,
    responseType,
    scope,
    state: find('state')?.raw,
    prompts: listPrompts(valueOf('prompt') ?? 'select_account'),
    maxAuthAge: findAge(valueOf('max_auth_age')),
    hint: findHint(valueOf('i')),
    challenge: findChallenge(valueOf('code_challenge'), valueOf('code_challenge_method')),
    query,
  }
}

function listPrompts(text: string): ReadonlySet<string> {
  const words = text.split(' ')
  if (words.some((word) => !['select_account', 'none', 'login'].includes(word)))
    throw refuse('The prompt must be select_account, none or login, or several of them separated by single spaces.')
  const prompts = new Set(words)
  if (prompts.has('none') && prompts.size > 1) throw refuse('The prompt cannot be none together with another.')
  return prompts
}

function findAge(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw refuse('The max_auth_age must be a whole number of seconds.')
  return Number(text)
}

function findHint(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[0-9a-f]{6}$/i.test(text))
    throw refuse('The parameter i must be the first six characters of an account uuid.')
  return text?.toLowerCase()
}

function findChallenge(challenge: string | undefined, method: string | undefined): string | undefined {
  if (challenge === undefined && method === undefined) return undefined
  if (challenge === undefined || method !== 'S256')
    throw refuse('A code_challenge needs the code_challenge_method S256, and that a challenge.')
  if (!/^[\w-]{43}$/.test(challenge)) throw refuse('The code_challenge must be 43 characters of base64url.')
  return challenge
}

const refuse = (message: string) => new Failure(400, message)
