/** Race of a refresh token; linearizability tests codes and rotation alone. */
import { type HttpResponse, type SendRequest, parseBody } from '../http-client.ts'
import { checkThat, hasStatus, type Race, createCalls } from './race.ts'
import { type TokenPair, signIn } from './sign-in.ts'

const isRefused = hasStatus(400, '"invalid_grant"')
const createRefreshRequest = (path: string, token: string) => ({
  method: 'POST',
  path,
  token: '',
  form: { grant_type: 'refresh_token', refresh_token: token },
})
const requestAccountStatus = async (send: SendRequest, token: string) => (await send({ method: 'GET', path: '/v2/account', token })).status
const parseTokens = (response: HttpResponse | undefined): TokenPair => parseBody(response ?? { status: 0, headers: {}, text: '' })

/** After a revocation no refresh works; after a refresh the others change nothing. */
export const refreshRevokeRace: Race = {
  name: 'refresh against revoke',
  prepare: async (send, credentials) => {
    const session = await signIn(send, credentials)
    return async (round) => {
      const pair = await session.requestTokens()
      const isRevoke = (n: number) => n % 2 === round % 2
      const revoke = { method: 'POST', path: '/v1/oauth/revoke', form: { token: pair.access_token } }
      return {
        calls: createCalls((n) => (isRevoke(n) ? revoke : createRefreshRequest('/v1/oauth/refresh', pair.refresh_token))),
        allowedWinners: [0, 1],
        isWin: (response) => response.status === 200 && response.text.includes('refresh_token'),
        isLoss: (response) => isRefused(response) || (response.status === 200 && response.text === '{}'),
        verify: async ({ winners }) => {
          const oldStatus = await requestAccountStatus(send, pair.access_token)
          const refreshed = await send(createRefreshRequest('/v1/oauth/refresh', pair.refresh_token))
          const newStatus = winners[0] && (await requestAccountStatus(send, parseTokens(winners[0].response).access_token))
          return [
            ...checkThat(oldStatus === 401, 'the old token dead', oldStatus),
            ...checkThat(isRefused(refreshed), 'the old refresh token dead', refreshed),
            ...checkThat(newStatus === undefined || newStatus === 200, 'a new token works', newStatus),
          ]
        },
      }
    }
  },
}
