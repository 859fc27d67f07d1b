/** The token endpoint, and the refresh endpoint, which accepts refresh tokens only. */
import { createHash } from 'node:crypto'
import { Answer, answer } from '../engine/answer.ts'
import type { Handler } from '../engine/call.ts'
import type { UntypedCall } from '../engine/request.ts'
import type { ReplyOf } from '../engine/kinds.ts'
import type { Platform } from '../engine/account-context.ts'
import { isSameSecret } from '../auth/hash-secret.ts'
import { authenticateClient, checkClient } from './authenticate-client.ts'
import {
  accessSeconds,
  findCode,
  revokeReplayed,
  findRefreshToken,
  type Grant,
  issuePair,
  type GrantFamily,
  consumeCode,
  consumeRefreshToken,
} from './grants.ts'
import { invalidGrant, invalidRequest, OAuthFailure } from './oauth-failure.ts'
import { formatOAuthError } from './format-oauth-error.ts'
import { requireParameter, parseTokenParameters, type TokenParameters } from './token-parameters.ts'

type Pair = Answer<ReplyOf<'oauth_tokens_exchange'>>

const parameterNames = ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token']

export const exchangeToken: Handler<'oauth_tokens_exchange'> = (call, { platform }) => {
  const parameters = parseTokenParameters(call, parameterNames)
  switch (requireParameter(parameters, 'grant_type')) {
    case 'authorization_code':
      return exchangeCode(call, parameters, platform)
    case 'refresh_token':
      return exchangeRefreshToken(call, parameters, platform)
    default:
      throw new OAuthFailure(400, 'unsupported_grant_type', 'grant_type: must be authorization_code or refresh_token')
  }
}

export const refreshToken: Handler<'oauth_tokens_refresh'> = (call, { platform }) => {
  const parameters = parseTokenParameters(call, ['grant_type', 'refresh_token'])
  if (requireParameter(parameters, 'grant_type') !== 'refresh_token')
    throw new OAuthFailure(400, 'unsupported_grant_type', 'grant_type: must be refresh_token here')
  return exchangeRefreshToken(call, parameters, platform)
}

/** Exchanges a code. Everything is validated before the code is consumed, so an invalid request does not use up the code of another client. */
function exchangeCode(call: UntypedCall, parameters: TokenParameters, platform: Platform): Pair {
  const application = authenticateClient(parameters, call.headers['authorization'], platform.store)
  const redirectUri = requireParameter(parameters, 'redirect_uri')
  const secret = requireParameter(parameters, 'code')
  const code = findCode(secret, platform)
  const verifier = parameters.get('code_verifier')
  if (verifier !== undefined && !/^[\w.~-]{43,128}$/.test(verifier))
    throw invalidRequest('code_verifier: must be 43 to 128 letters, digits, hyphens, dots, underscores and tildes')
  if (!code) return rejectReplay(secret, application.client_id, platform)
  if (code.client !== application.client_id || code.redirectUri !== redirectUri) throw invalidGrant()
  if (!isVerified(code.challenge, verifier)) throw invalidGrant()
  if (!consumeCode(code, platform)) throw invalidGrant()
  return replyPair({ ...code, family: code.id }, platform)
}

/** Verifies the PKCE challenge. A verifier without a challenge fails too: an attacker may have removed the challenge. */
function isVerified(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier
  return isSameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge)
}

function exchangeRefreshToken(call: UntypedCall, parameters: TokenParameters, platform: Platform): Pair {
  const application = checkClient(parameters, call.headers['authorization'], platform.store)
  const secret = requireParameter(parameters, 'refresh_token')
  const token = findRefreshToken(secret, platform)
  if (!token) return rejectReplay(secret, application?.client_id, platform)
  if (application && token.client !== application.client_id) throw invalidGrant()
  if (!consumeRefreshToken(token, platform)) throw invalidGrant()
  return replyPair(token, platform)
}

/** Revokes the tokens of a replayed code or refresh token, except just after its first use. Returns a reply, because throwing would roll back the revocation. */
function rejectReplay(secret: string, client: string | undefined, platform: Platform): Answer<never> {
  revokeReplayed(secret, client, platform)
  return new Answer(formatOAuthError(invalidGrant()))
}

function replyPair(grant: Grant & GrantFamily, platform: Platform): Pair {
  const { access, refresh: next } = issuePair(grant, platform)
  const { name, email, uuid, team } = platform.contextFor(grant.account).owner
  const pair = {
    access_token: access,
    token_type: 'bearer',
    expires_in: accessSeconds,
    refresh_token: next,
    scope: grant.scope,
    info: { name, email, uuid, team_uuid: team.uuid, team_name: team.name },
  } as const
  return answer(pair, { headers: { 'cache-control': 'no-store' } })
}
