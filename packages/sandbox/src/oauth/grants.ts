/** Codes, pairs of tokens and consents: how they come to be, and how each ends exactly once. */
import { hashSecret } from '../auth/hash-secret.ts'
import type { Platform } from '../engine/world.ts'
import type { AuthorizationRequest, Scope } from './authorization-request.ts'

/** For whom, to whom and for what something was granted. */
export interface Grant {
  readonly account: string
  readonly client: string
  readonly scope: Scope
}

export interface Code extends Grant {
  /** Its hash. */
  readonly id: string
  readonly redirectUri: string
  readonly challenge?: string | undefined
  /** Milliseconds since 1970. */
  readonly issuedAt: number
}

export interface RefreshToken extends Grant {
  /** Its hash. */
  readonly id: string
  /** The hash of the access token of the same pair. */
  readonly accessId: string
}

const codeKind = 'oauth-code'
const refreshKind = 'oauth-refresh'
const consentKind = 'oauth-consent'
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
  return secret
}

/** A code that can still be exchanged. Looking at it does not spend it. */
export function findCode(secret: string, { store, clock }: Platform): Code | undefined {
  const text = store.text({ kind: codeKind, id: hashSecret(secret) })
  const code = text === undefined ? undefined : (JSON.parse(text) as Code)
  return code && clock.now() < code.issuedAt + codeLifetime ? code : undefined
}

/** True for exactly one caller: deleting it and learning whether it was there are one step of the store. */
export function spendCode({ id }: Code, { store }: Platform): boolean {
  return store.delete({ kind: codeKind, id })
}

export function findRefreshToken(secret: string, { store }: Platform): RefreshToken | undefined {
  const text = store.text({ kind: refreshKind, id: hashSecret(secret) })
  return text === undefined ? undefined : (JSON.parse(text) as RefreshToken)
}

/** True for exactly one caller, as with codes. The access token of the pair ends with it. */
export function spendRefreshToken({ id, accessId }: RefreshToken, { store, tokens }: Platform): boolean {
  if (!store.delete({ kind: refreshKind, id })) return false
  tokens.removeId(accessId)
  return true
}

export interface Pair {
  readonly access: string
  readonly refresh: string
}

export function issuePair({ account, client, scope }: Grant, platform: Platform): Pair {
  const refresh = `dor_v1_${platform.ids.hex(64)}`
  const refreshId = hashSecret(refresh)
  const access = issueAccessToken({ account, client, scope }, platform, refreshId)
  const kept: RefreshToken = { id: refreshId, account, client, scope, accessId: hashSecret(access) }
  platform.store.put({ kind: refreshKind, id: refreshId, text: JSON.stringify(kept) })
  return { access, refresh }
}

export function issueAccessToken({ account, client, scope }: Grant, platform: Platform, refreshId?: string): string {
  const access = `doo_v1_${platform.ids.hex(64)}`
  platform.tokens.add(access, {
    kind: 'oauth',
    account,
    client,
    canWrite: scope === 'read write',
    expiresAt: platform.clock.now() + accessSeconds * 1000,
    ...(refreshId !== undefined && { refreshId }),
  })
  return access
}

export function endRefreshToken(id: string, { store }: Platform): void {
  store.delete({ kind: refreshKind, id })
}

/** What the user allowed before, with the widest scope that was ever allowed. */
export function hasConsent({ account, client, scope }: Grant, { store }: Platform): boolean {
  const allowed = store.text({ kind: consentKind, id: consentId(account, client) })
  return allowed === '"read write"' || (allowed === '"read"' && scope === 'read')
}

export function noteConsent(grant: Grant, platform: Platform): void {
  if (hasConsent(grant, platform)) return
  const { account, client, scope } = grant
  platform.store.put({ kind: consentKind, id: consentId(account, client), text: JSON.stringify(scope) })
}

/** The user takes back what was ever allowed to an application: codes, tokens and the consent end. */
export function withdrawConsent(account: string, client: string, { store, tokens }: Platform): void {
  const where = [
    { field: 'account', equals: account },
    { field: 'client', equals: client },
  ]
  for (const kind of [codeKind, refreshKind]) {
    const granted = JSON.parse(`[${store.list({ kind, where }).texts}]`) as (Code | RefreshToken)[]
    for (const { id } of granted) store.delete({ kind, id })
  }
  tokens.removeOf(account, client)
  store.delete({ kind: consentKind, id: consentId(account, client) })
}

function consentId(account: string, client: string): string {
  return `${client}/${account}`
}
