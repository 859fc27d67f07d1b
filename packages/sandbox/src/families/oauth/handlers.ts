/** Operations of the authorization server. `oauth/serve-pages.ts` handles the forms of its pages. */
import { authorize } from '../../oauth/authorize.ts'
import { exchangeToken, refreshToken } from '../../oauth/exchange-token.ts'
import { getMetadata } from '../../oauth/get-metadata.ts'
import { removeExpired } from '../../oauth/expiry.ts'
import { getTokenInfo } from '../../oauth/get-token-info.ts'
import { revokeToken } from '../../oauth/revoke-token.ts'
import type { Key } from '../../store/store.ts'
import type { Handlers, Jobs } from '../family.ts'

export const handlers = {
  oauth_authorize: authorize,
  oauth_tokens_exchange: exchangeToken,
  oauth_tokens_refresh: refreshToken,
  oauth_tokens_revoke: revokeToken,
  oauth_tokens_getInfo: getTokenInfo,
  oauth_getMetadata: getMetadata,
} satisfies Handlers

export const jobs: Jobs = { 'oauth.forget': (key: Key, { platform }) => removeExpired(key, platform) }
