import type { Caller } from '../auth/tokens.ts'
import type { Handler } from '../engine/call.ts'
import { removeRefreshToken, findRefreshToken } from './grants.ts'
import { OAuthFailure } from './oauth-failure.ts'
import { requireParameter, parseBody } from './token-parameters.ts'

/** Revokes a token. Unknown and revoked tokens get the same reply (RFC 7009, 2.2). */
export const revokeToken: Handler<'oauth_tokens_revoke'> = ({ caller, ...call }, { platform }) => {
  const { tokens } = platform
  const token = requireParameter(parseBody(call, new Set(['token'])), 'token')
  const refresh = findRefreshToken(token, platform)
  const target = refresh ?? tokens.findCaller(token)
  if (!target || ('kind' in target && target.kind === 'inference')) return {}
  if (!canRevoke(caller, target)) throw new OAuthFailure(403, 'access_denied', 'The token belongs to another user or application.')
  // Revoking one token of a pair revokes both.
  if (refresh) tokens.removeByHash(refresh.accessId)
  else tokens.remove(token)
  const refreshId = refresh?.id ?? ('refreshId' in target ? target.refreshId : undefined)
  if (refreshId !== undefined) removeRefreshToken(refreshId, platform)
  return {}
}

/** Returns true for the owner with a personal token, and for the application of the token. A scoped token can only revoke itself. */
function canRevoke(
  caller: Caller | undefined,
  target: { readonly id: string; readonly account: string; readonly client?: string },
): boolean {
  if (!caller || caller.account !== target.account) return false
  if (caller.scopes) return caller.id === target.id
  return caller.kind === 'personal' || caller.client === target.client
}
