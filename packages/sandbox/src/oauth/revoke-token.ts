import type { Caller } from '../auth/tokens.ts'
import type { Handler } from '../engine/call.ts'
import { endRefreshToken, findRefreshToken } from './grants.ts'
import { OAuthFailure } from './oauth-failure.ts'
import { need, parseBody } from './token-parameters.ts'

/** A token that is not there, or not any more, is answered like one that just ended: what was asked for is so (RFC 7009, 2.2). */
export const revokeToken: Handler<'oauth_tokens_revoke'> = ({ caller, ...call }, { platform }) => {
  const { tokens } = platform
  const token = need(parseBody(call, new Set(['token'])), 'token')
  const refresh = findRefreshToken(token, platform)
  const target = refresh ?? tokens.recognize(token)
  if (!target || ('kind' in target && target.kind === 'inference')) return {}
  if (!mayEnd(caller, target)) throw new OAuthFailure(403, 'access_denied', 'The token belongs to another user or application.')
  // Of a pair both end, whichever is named.
  if (refresh) tokens.removeId(refresh.accessId)
  else tokens.remove(token)
  const refreshId = refresh?.id ?? ('refreshId' in target ? target.refreshId : undefined)
  if (refreshId !== undefined) endRefreshToken(refreshId, platform)
  return {}
}

/** Its owner, by a personal token, or the application that it was made for. A token of few scopes ends itself alone: no scope is for ending others. */
function mayEnd(caller: Caller | undefined, target: { readonly id: string; readonly account: string; readonly client?: string }): boolean {
  if (!caller || caller.account !== target.account) return false
  if (caller.scopes) return caller.id === target.id
  return caller.kind === 'personal' || caller.client === target.client
}
