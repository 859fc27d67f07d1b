/** Users with their accounts, OAuth applications, authorizations and sessions. */
import { type Application, findApplication, listApplications, putApplication } from '../auth/applications.ts'
import { createAccount } from '../auth/create-account.ts'
import { hashSecret } from '../auth/hash-secret.ts'
import { type DerivedKey, hashPassword } from '../auth/passwords.ts'
import { findUserByEmail, listUsers, derivePasswordSalt, type User } from '../auth/users.ts'
import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { Platform } from '../engine/account-context.ts'
import { listConsents, revokeConsent } from '../oauth/grants.ts'
import { listSessions, removeSession } from '../oauth/sessions.ts'
import { createEmailLookup } from '../requests/describe-request.ts'
import { UniqueError } from '../store/store.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'
import { listRedirectUris } from './list-redirect-uris.ts'

export const accountHandlers = {
  'GET /_sandbox/users': (_request, { platform }) => replyJson({ users: listUsers(platform.store).map(serializeUser) }),
  'POST /_sandbox/users': ({ body, derived }, { platform }) =>
    replyJson(platform.store.transaction(() => createUser(body, platform, derived))),
  'POST /_sandbox/accounts': (_request, { testAccounts }) => replyJson(testAccounts.create()),
  'DELETE /_sandbox/accounts': ({ body }, { testAccounts }) => {
    if (!testAccounts.remove(parseText(body, 'id'))) throw new Failure(422, 'id: no account has this id')
    return replyJson({})
  },
  'GET /_sandbox/applications': (_request, { platform }) =>
    replyJson({ applications: listApplications(platform.store).map(serializeApplication) }),
  'POST /_sandbox/applications': ({ body }, { platform }) => replyJson(platform.store.transaction(() => createApplication(body, platform))),
  'GET /_sandbox/authorizations': (_request, { platform }) => {
    const emails = createEmailLookup(platform)
    const authorizations = listConsents(platform).map(({ account, client, scope }) => ({
      email: emails(account),
      client_id: client,
      application: findApplication(platform.store, client)?.name ?? '',
      scope,
      tokens: platform.tokens.list({ account, client }).length,
    }))
    return replyJson({ authorizations })
  },
  'GET /_sandbox/sessions': (_request, { platform }) => {
    const sessions = listSessions(platform).map(({ id, user, signedInAt, endsAt }) => ({
      id,
      email: user.email,
      signed_in_at: new Date(signedInAt).toISOString(),
      expires_at: new Date(endsAt).toISOString(),
    }))
    return replyJson({ sessions })
  },
  'DELETE /_sandbox/sessions/{session_id}': ({ path }, { platform }) => {
    if (!removeSession(path.session_id, platform)) throw new Failure(404, 'No session has this id. GET /_sandbox/sessions lists them.')
    return replyJson({})
  },
  // Like a revocation in the control panel: the tokens of the application end.
  'DELETE /_sandbox/authorizations': ({ body }, { platform }) => {
    const user = findUserByEmail(platform.store, parseText(body, 'email'))
    if (!user) throw new Failure(422, 'email: no user has this address')
    const application = findApplication(platform.store, parseText(body, 'client_id'))
    if (!application) throw new Failure(422, 'client_id: no application has this id')
    platform.store.transaction(() => revokeConsent(user.account, application.client_id, platform))
    return replyJson({})
  },
} satisfies Partial<ControlHandlers>

function createUser(body: Value, platform: Platform, derived: DerivedKey | undefined): Value {
  const password = parseText(body, 'password')
  return createUserWithHash(body, platform, (email) => hashPassword(password, derivePasswordSalt(email, platform), derived))
}

/** @param hashOf password hash for an e-mail address @throws Failure 409, 422 */
export function createUserWithHash(body: Value, platform: Platform, hashOf: (email: string) => string): Value {
  const { ids, tokens, store } = platform
  const email = parseText(body, 'email')
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Failure(422, 'email: must be an address, for example ana@harbour.example')
  const name = body['name'] === undefined ? email.slice(0, email.indexOf('@')) : parseText(body, 'name')
  const uuid = ids.uuid()
  const team = { uuid: ids.uuid(), name: 'My Team' }
  const user: User = { account: uuid, number: store.nextCounter('id:user', 1_204_818), uuid, email, name, team }
  try {
    createAccount(platform, user, hashOf(email))
  } catch (error) {
    if (error instanceof UniqueError) throw new Failure(409, 'email: another user has this address', {})
    throw error
  }
  const own = { full: `dop_v1_${ids.hex(64)}`, read: `dop_v1_${ids.hex(64)}` }
  const key = `sk-do-${ids.hex(64)}`
  tokens.add(own.full, { kind: 'personal', account: uuid, canWrite: true })
  tokens.add(own.read, { kind: 'personal', account: uuid, canWrite: false })
  tokens.add(key, { kind: 'inference', account: uuid, canWrite: true })
  return { user: serializeUser(user), tokens: own, inference_key: key }
}

function createApplication(body: Value, platform: Platform): Value {
  const secret = platform.ids.hex(64)
  const application = createApplicationWithHash(body, platform, hashSecret(secret))
  // Only the hash is stored.
  return { ...serializeApplication(application), client_secret: secret }
}

/** @throws Failure 422 */
export function createApplicationWithHash(body: Value, { ids, store }: Platform, secretHash: string, id = ids.hex(64)): Application {
  const application = { client_id: id, name: parseText(body, 'name'), redirect_uris: listRedirectUris(body) }
  putApplication(store, application, secretHash)
  return application
}

function serializeUser({ uuid, email, name, team }: User): Value {
  return { uuid, email, name, team }
}

function serializeApplication({ client_id: id, name, redirect_uris: uris }: Application): Value {
  return { client_id: id, name, redirect_uri: uris[0], redirect_uris: uris }
}

export function parseText(body: Value, field: string): string {
  const value = body[field]
  if (typeof value !== 'string' || value === '' || value.length > 255)
    throw new Failure(422, `${field}: must be a string of 1 to 255 characters`)
  return value
}
