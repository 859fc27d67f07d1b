import type { Handler } from '../engine/call.ts'
import { OAuthFailure } from './oauth-failure.ts'

export const getTokenInfo: Handler<'oauth_tokens_getInfo'> = ({ caller }, { owner, clock }) => {
  if (!caller) throw new OAuthFailure(401, 'invalid_token', 'A bearer token is needed.')
  const { scopes, canWrite, expiresAt, client = '', createdAt } = caller
  return {
    resource_owner_id: owner.number,
    scopes: scopes ?? (canWrite ? ['read', 'write'] : ['read']),
    expires_in_seconds: expiresAt === undefined ? null : Math.ceil((expiresAt - clock.now()) / 1000),
    application: { uid: client },
    created_at: Math.floor(createdAt / 1000),
  }
}
