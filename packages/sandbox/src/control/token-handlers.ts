/** Personal tokens with scopes, as created in the control panel. */
import { findUserByEmail, listUsers } from '../auth/users.ts'
import type { Caller } from '../auth/tokens.ts'
import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { Platform } from '../engine/account-context.ts'
import { operationRows } from '../generated/operations.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'
import { nearestName } from './nearest-name.ts'
import { ownerAccountId } from '../catalog/owner.ts'

const scopeNames = [...new Set(operationRows.flatMap(({ scopes = [] }) => scopes))].toSorted()

export const tokenHandlers = {
  'GET /_sandbox/tokens': ({ query: { all = false } }, { platform }) =>
    replyJson({ tokens: all ? platform.tokens.list({}).map(serializeToken(platform)) : listScopedTokens(platform), scopes: scopeNames }),
  'POST /_sandbox/tokens': ({ body }, { platform }) => replyJson(platform.store.transaction(() => createToken(body, platform))),
  'DELETE /_sandbox/tokens': ({ body: { id } }, { platform }) => {
    if (!platform.tokens.list({}).some((token) => token.id === id))
      throw new Failure(422, 'id: no token has this id. GET /_sandbox/tokens?all=true lists the ids.')
    platform.store.transaction(() => platform.tokens.removeByHash(String(id)))
    return replyJson({})
  },
} satisfies Partial<ControlHandlers>

function listScopedTokens(platform: Platform): Value[] {
  return findScopedTokens(platform).map(serializeToken(platform))
}

function serializeToken({ store }: Platform): (caller: Caller) => Value {
  const emails = new Map(listUsers(store).map(({ account, email }) => [account, email]))
  return ({ id, kind, account, canWrite, scopes, client, createdAt, expiresAt }) => ({
    id,
    account: emails.get(account),
    kind,
    can_write: canWrite,
    client_id: client ?? null,
    scopes: scopes ?? null,
    created_at: new Date(createdAt).toISOString(),
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  })
}

function findScopedTokens({ tokens }: Platform): readonly Caller[] {
  return tokens.list({ kind: 'personal' }).filter(({ scopes }) => scopes !== undefined)
}

function createToken(body: Value, platform: Platform): Value {
  const token = `dop_v1_${platform.ids.hex(64)}`
  platform.tokens.add(token, parseNewToken(body, platform))
  // Only the hash is stored.
  return { token, ...listScopedTokens(platform).find(({ id }) => id === platform.tokens.findCaller(token)?.id) }
}

/** @throws Failure 422 */
export function parseNewToken(body: Value, platform: Platform) {
  return {
    kind: 'personal',
    account: requireAccount(body['account'], platform),
    canWrite: true,
    scopes: listScopes(body['scopes']),
  } as const
}

function listScopes(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.some((scope) => typeof scope !== 'string'))
    throw new Failure(422, 'scopes: must be a list of at least one scope, for example ["droplet:read", "tag:create"]')
  const scopes = [...new Set(value as readonly string[])]
  for (const scope of scopes) {
    if (scopeNames.includes(scope)) continue
    const nearest = nearestName(scope, scopeNames)
    const hint = nearest === undefined ? ' GET /_sandbox/tokens lists all scopes.' : ` Did you mean ${nearest}?`
    throw new Failure(422, `scopes: unknown scope ${JSON.stringify(scope.slice(0, 100))}.${hint}`)
  }
  return scopes
}

/** Account of a user by e-mail address; default: the account of the owner. */
export function requireAccount(value: unknown, { store, contextFor }: Platform): string {
  if (value === undefined) return ownerAccountId
  const user = typeof value === 'string' ? findUserByEmail(store, value) : undefined
  if (!user) throw new Failure(422, 'account: must be the e-mail address of a user')
  // Accounts of a world are created on first use.
  if (user.pendingSince !== undefined) contextFor(user.account)
  return user.account
}
