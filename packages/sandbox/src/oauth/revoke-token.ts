import type { Behavior } from '../engine/call.ts'
import { endRefreshToken } from './grants.ts'
import { OAuthFailure } from './oauth-failure.ts'
import { need, readBody } from './token-parameters.ts'

/** A token that is not there, or not any more, is answered like one that just ended: what was asked for is so. */
export const revokeToken: Behavior = (call, { platform }) => {
  const { tokens } = platform
  const token = need(readBody(call, new Set(['token'])), 'token')
  const target = tokens.recognise(token)
  if (!target || target.kind === 'inference') return { body: '{}' }
  if (target.account !== call.caller?.account) throw new OAuthFailure(403, 'access_denied', 'The token belongs to another user.')
  tokens.remove(token)
  if (target.refreshId !== undefined) endRefreshToken(target.refreshId, platform)
  return { body: '{}' }
}
