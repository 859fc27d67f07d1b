/** Issues and revokes authorization codes, token pairs and consents. */
import { hashSecret } from '../auth/hash-secret.ts'
import { type Caller, tokenKind } from '../auth/tokens.ts'
import type { Platform } from '../engine/account-context.ts'
import type { AuthorizationRequest, Scope } from './authorization-request.ts'
import { scheduleExpiry } from './expiry.ts'
import { listIds } from '../store/list-ids.ts'

/** Scope that a user's account granted to an application. */
export interface Grant {
  readonly account: string
  readonly client: string
  readonly scope: Scope
}

/** Tokens from one authorization, which are revoked together. */
export interface GrantFamily {
  /** Hash of the authorization code. */
  readonly family: string
}

export interface Code extends Grant {
  /** Hash of the code. */
  readonly id: string
  readonly redirectUri: string
  readonly challenge?: string | undefined
  /** Milliseconds since 1970. */
  readonly issuedAt: number
}

export interface RefreshToken extends Grant, GrantFamily {
  /** Hash of the token. */
  readonly id: string
  /** Hash of the access token of the same pair. */
  readonly accessId: string
}

const codeKind = 'oauth-code'
const refreshKind = 'oauth-refresh'
const spentKind = 'oauth-spent'
const consentKind = 'oauth-consent'

/** Indexed fields of codes and refresh tokens. */
export const grantFields = [
  { kind: refreshKind, field: 'family' },
  ...[codeKind, refreshKind].flatMap((kind) => [
    { kind, field: 'account' },
    { kind, field: 'client' },
  ]),
] as const

const codeLifetime = 600_000
export const accessSeconds = 2_592_000

export function issueCode(
  { application, redirectUri, scope, challenge }: AuthorizationRequest,
  account: string,
  platform: Platform,
): string {
  const { store, clock, ids } = platform
  const secret = ids.hex(64)
  const id = hashSecret(secret)
  const code: Code = { id, account, client: application.client_id, scope, redirectUri, challenge, issuedAt: clock.now() }
  store.put({ kind: codeKind, id, text: JSON.stringify(code) })
  scheduleExpiry({ kind: codeKind, id }, codeLifetime, platform)
  return secret
}

/** Finds a code that can still be exchanged, without consuming it. */
export function findCode(secret: string, { store, clock }: Platform): Code | undefined {
  const text = store.get({ kind: codeKind, id: hashSecret(secret) })?.text
  const code = text === undefined ? undefined : (JSON.parse(text) as Code)
  return code && clock.now() < code.issuedAt + codeLifetime ? code : undefined
}

/** Consumes a code. Returns true for exactly one caller, because the store deletes it and reports that in one step. */
export function consumeCode({ id, client }: Code, platform: Platform): boolean {
  if (!platform.store.delete({ kind: codeKind, id })) return false
  recordConsumed(id, { client, family: id }, platform)
  return true
}

export function findRefreshToken(secret: string, { store }: Platform): RefreshToken | undefined {
  const text = store.get({ kind: refreshKind, id: hashSecret(secret) })?.text
  if (text === undefined) return undefined
  const token = JSON.parse(text) as RefreshToken
  // Tokens stored by an earlier version have no family.
  return { ...token, family: token.family ?? token.id }
}

/** Consumes a refresh token and revokes its access token. Returns true for exactly one caller. */
export function consumeRefreshToken({ id, accessId, client, family }: RefreshToken, platform: Platform): boolean {
  if (!platform.store.delete({ kind: refreshKind, id })) return false
  platform.tokens.removeByHash(accessId)
  recordConsumed(id, { client, family }, platform)
  return true
}

/** A consumed code or refresh token. */
interface ConsumedGrant extends GrantFamily {
  readonly client: string
  /** Time of the first use, in milliseconds since 1970; absent in a state of an earlier version. */
  readonly consumedAt?: number
}

/** Time in which a second use counts as simultaneous with the first, from the same program. */
const overlapMs = 10_000

/** Records a consumed grant for the lifetime of the tokens that came from it. */
function recordConsumed(id: string, { client, family }: ConsumedGrant, platform: Platform): void {
  const consumedGrant: ConsumedGrant = { client, family, consumedAt: platform.clock.now() }
  platform.store.put({ kind: spentKind, id, text: JSON.stringify(consumedGrant) })
  scheduleExpiry({ kind: spentKind, id }, accessSeconds * 1000, platform)
}

/**
 * Revokes all tokens of an authorization whose code or refresh token is used again, because it may be stolen (RFC 6749, 4.1.2;
 * RFC 9700, 4.14.2). Simultaneous uses and grants of another client are not affected.
 */
export function revokeReplayed(secret: string, client: string | undefined, platform: Platform): void {
  const { store, tokens, clock } = platform
  const text = store.get({ kind: spentKind, id: hashSecret(secret) })?.text
  if (text === undefined) return
  const consumedGrant = JSON.parse(text) as ConsumedGrant
  if (client !== undefined && consumedGrant.client !== client) return
  const { family, consumedAt = 0 } = consumedGrant
  if (clock.now() - consumedAt < overlapMs) return
  const relation = JSON.parse(
    `[${store.list({ kind: refreshKind, where: [{ field: 'family', equals: family }] }).texts}]`,
  ) as RefreshToken[]
  for (const { id } of relation) removeRefreshToken(id, platform)
  tokens.removeMatching({ family })
}

export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

export function issuePair({ account, client, scope, family }: Grant & GrantFamily, platform: Platform): TokenPair {
  const refresh = `dor_v1_${platform.ids.hex(64)}`
  const refreshId = hashSecret(refresh)
  const access = issueAccessToken({ account, client, scope }, platform, { refreshId, family })
  const stored: RefreshToken = { id: refreshId, account, client, scope, accessId: hashSecret(access), family }
  platform.store.put({ kind: refreshKind, id: refreshId, text: JSON.stringify(stored) })
  return { access, refresh }
}

export function issueAccessToken(
  { account, client, scope }: Grant,
  platform: Platform,
  relation: Pick<Caller, 'refreshId' | 'family'> = {},
): string {
  const access = `doo_v1_${platform.ids.hex(64)}`
  const expiresAt = platform.clock.now() + accessSeconds * 1000
  platform.tokens.add(access, { kind: 'oauth', account, client, canWrite: scope === 'read write', expiresAt, ...relation })
  scheduleExpiry({ kind: tokenKind, id: hashSecret(access) }, accessSeconds * 1000, platform)
  return access
}

export function removeRefreshToken(id: string, { store }: Platform): void {
  store.delete({ kind: refreshKind, id })
}

/** Returns true if the user has granted the application this scope or a wider one. */
export function hasConsent({ account, client, scope }: Grant, { store }: Platform): boolean {
  const allowed = store.get({ kind: consentKind, id: getConsentId(account, client) })?.text
  return allowed === '"read write"' || (allowed === '"read"' && scope === 'read')
}

export function recordConsent(grant: Grant, platform: Platform): void {
  if (hasConsent(grant, platform)) return
  const { account, client, scope } = grant
  platform.store.put({ kind: consentKind, id: getConsentId(account, client), text: JSON.stringify(scope) })
}

/** Revokes the consent for an application, with all its codes and tokens. */
export function revokeConsent(account: string, client: string, { store, tokens }: Platform): void {
  const where = [
    { field: 'account', equals: account },
    { field: 'client', equals: client },
  ]
  for (const kind of [codeKind, refreshKind]) {
    const granted = JSON.parse(`[${store.list({ kind, where }).texts}]`) as (Code | RefreshToken)[]
    for (const { id } of granted) store.delete({ kind, id })
  }
  tokens.removeMatching({ account, client })
  store.delete({ kind: consentKind, id: getConsentId(account, client) })
}

/** Lists the consents that were not revoked. */
export function listConsents({ store }: Platform): Grant[] {
  return listIds(store, { kind: consentKind }).map((id) => {
    const [client = '', account = ''] = id.split('/')
    return { client, account, scope: JSON.parse(store.get({ kind: consentKind, id })?.text ?? '"read"') as Scope }
  })
}

function getConsentId(account: string, client: string): string {
  return `${client}/${account}`
}
