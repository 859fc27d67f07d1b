/** Codes, pairs of tokens and consents: how they come to be, and how each ends exactly once. */
import { hashSecret } from '../auth/hash-secret.ts'
import { type Caller, tokenKind } from '../auth/tokens.ts'
import type { Platform } from '../engine/account-context.ts'
import type { AuthorizationRequest, Scope } from './authorization-request.ts'
import { scheduleExpiry } from './expiry.ts'
import { listIds } from '../store/list-ids.ts'

/** For whom, to whom and for what something was granted. */
export interface Grant {
  readonly account: string
  readonly client: string
  readonly scope: Scope
}

/** All that came from one authorization ends together. */
export interface GrantFamily {
  /** The hash of the code that it began with. */
  readonly family: string
}

export interface Code extends Grant {
  /** Its hash. */
  readonly id: string
  readonly redirectUri: string
  readonly challenge?: string | undefined
  /** Milliseconds since 1970. */
  readonly issuedAt: number
}

export interface RefreshToken extends Grant, GrantFamily {
  /** Its hash. */
  readonly id: string
  /** The hash of the access token of the same pair. */
  readonly accessId: string
}

const codeKind = 'oauth-code'
const refreshKind = 'oauth-refresh'
const spentKind = 'oauth-spent'
const consentKind = 'oauth-consent'

/** By what codes and refresh tokens are found. */
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

/** A code that can still be exchanged. Looking at it does not spend it. */
export function findCode(secret: string, { store, clock }: Platform): Code | undefined {
  const text = store.get({ kind: codeKind, id: hashSecret(secret) })?.text
  const code = text === undefined ? undefined : (JSON.parse(text) as Code)
  return code && clock.now() < code.issuedAt + codeLifetime ? code : undefined
}

/** True for exactly one caller: deleting it and learning whether it was there are one step of the store. */
export function consumeCode({ id, client }: Code, platform: Platform): boolean {
  if (!platform.store.delete({ kind: codeKind, id })) return false
  recordConsumed(id, { client, family: id }, platform)
  return true
}

export function findRefreshToken(secret: string, { store }: Platform): RefreshToken | undefined {
  const text = store.get({ kind: refreshKind, id: hashSecret(secret) })?.text
  if (text === undefined) return undefined
  const token = JSON.parse(text) as RefreshToken
  // A state that was kept by an earlier version has none.
  return { ...token, family: token.family ?? token.id }
}

/** True for exactly one caller, as with codes. The access token of the pair ends with it. */
export function consumeRefreshToken({ id, accessId, client, family }: RefreshToken, platform: Platform): boolean {
  if (!platform.store.delete({ kind: refreshKind, id })) return false
  platform.tokens.removeByHash(accessId)
  recordConsumed(id, { client, family }, platform)
  return true
}

/** Whose code or refresh token was spent. */
interface ConsumedGrant extends GrantFamily {
  readonly client: string
}

/** Remembered for as long as a token lives that may have come from it. */
function recordConsumed(id: string, consumed: ConsumedGrant, platform: Platform): void {
  platform.store.put({ kind: spentKind, id, text: JSON.stringify(consumed) })
  scheduleExpiry({ kind: spentKind, id }, accessSeconds * 1000, platform)
}

/**
 * Who uses again what is spent may have stolen it, or been stolen from: every token that came from the same authorization ends (RFC 6749, 4.1.2; RFC 9700,
 * 4.14.2). Another client's is left alone.
 */
export function revokeReplayed(secret: string, client: string | undefined, platform: Platform): void {
  const { store, tokens } = platform
  const text = store.get({ kind: spentKind, id: hashSecret(secret) })?.text
  if (text === undefined) return
  const consumed = JSON.parse(text) as ConsumedGrant
  if (client !== undefined && consumed.client !== client) return
  const { family } = consumed
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
  const kept: RefreshToken = { id: refreshId, account, client, scope, accessId: hashSecret(access), family }
  platform.store.put({ kind: refreshKind, id: refreshId, text: JSON.stringify(kept) })
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

/** What the user allowed before, with the widest scope that was ever allowed. */
export function hasConsent({ account, client, scope }: Grant, { store }: Platform): boolean {
  const allowed = store.get({ kind: consentKind, id: getConsentId(account, client) })?.text
  return allowed === '"read write"' || (allowed === '"read"' && scope === 'read')
}

export function recordConsent(grant: Grant, platform: Platform): void {
  if (hasConsent(grant, platform)) return
  const { account, client, scope } = grant
  platform.store.put({ kind: consentKind, id: getConsentId(account, client), text: JSON.stringify(scope) })
}

/** The user takes back what was ever allowed to an application: codes, tokens and the consent end. */
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

/** Everything that users allowed and did not take back. */
export function listConsents({ store }: Platform): Grant[] {
  return listIds(store, { kind: consentKind }).map((id) => {
    const [client = '', account = ''] = id.split('/')
    return { client, account, scope: JSON.parse(store.get({ kind: consentKind, id })?.text ?? '"read"') as Scope }
  })
}

function getConsentId(account: string, client: string): string {
  return `${client}/${account}`
}
