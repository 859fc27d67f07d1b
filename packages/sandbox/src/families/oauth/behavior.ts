/** The authorization server's operations. The forms of its pages are answered by `oauth/answer-pages.ts`. */
import { Answer } from '../../engine/answer.ts'
import type { AnyBehavior, AnyCall } from '../../engine/call.ts'
import type { World } from '../../engine/world.ts'
import { authorize } from '../../oauth/authorize.ts'
import { exchangeToken, refreshToken } from '../../oauth/exchange-token.ts'
import { getMetadata } from '../../oauth/get-metadata.ts'
import { forget } from '../../oauth/forget.ts'
import { getTokenInfo } from '../../oauth/get-token-info.ts'
import { revokeToken } from '../../oauth/revoke-token.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'

/** Redirects, pages and errors of a shape of their own: what the specification's types do not say. */
const answersItself =
  (answers: AnyBehavior) =>
  (call: AnyCall, world: World): Answer<never> =>
    new Answer(answers(call, world))

export const oauth: FamilyBehavior = {
  behaviors: {
    oauth_authorize: answersItself(authorize),
    oauth_exchange_token: answersItself(exchangeToken),
    oauth_refresh_token: answersItself(refreshToken),
    oauth_revoke_token: answersItself(revokeToken),
    oauth_get_token_info: getTokenInfo,
    oauth_get_metadata: getMetadata,
  },
  due: { 'oauth.forget': (key: Key, { platform }) => forget(key, platform) },
}
