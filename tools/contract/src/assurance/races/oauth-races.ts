/** Races for single-use codes and refresh tokens. */
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

const codeRace: Race = {
  name: 'code',
  prepare: async (send, credentials) => {
    const session = await signIn(send, credentials)
    return async () => {
      const form = session.buildExchangeForm(await session.requestCode())
      return {
        calls: createCalls(() => ({ method: 'POST', path: '/v1/oauth/token', token: '', form })),
        allowedWinners: [1],
        isWin: hasStatus(200),
        isLoss: isRefused,
        // Simultaneous replays leave the tokens of the winner valid.
        verify: async ({ winners }) => {
          const pair = parseTokens(winners[0]?.response)
          const status = await requestAccountStatus(send, pair.access_token)
          const refreshed = await send(createRefreshRequest('/v1/oauth/refresh', pair.refresh_token))
          return [
            ...checkThat(status === 200, "the winner's token works", status),
            ...checkThat(refreshed.status === 200, "the winner's refresh token works", refreshed),
          ]
        },
      }
    }
  },
}

const refreshRace: Race = {
  name: 'refresh',
  prepare: async (send, credentials) => {
    const session = await signIn(send, credentials)
    return async () => {
      const pair = await session.requestTokens()
      return {
        calls: createCalls((n) => createRefreshRequest(n % 2 === 0 ? '/v1/oauth/refresh' : '/v1/oauth/token', pair.refresh_token)),
        allowedWinners: [1],
        isWin: hasStatus(200),
        isLoss: isRefused,
        // Simultaneous replays leave the new pair valid.
        verify: async ({ winners }) => {
          const oldStatus = await requestAccountStatus(send, pair.access_token)
          const newStatus = await requestAccountStatus(send, parseTokens(winners[0]?.response).access_token)
          return checkThat(oldStatus === 401 && newStatus === 200, 'the old token ended and the new one works', {
            old: oldStatus,
            next: newStatus,
          })
        },
      }
    }
  },
}

/** After a revocation no refresh works; after a refresh the others change nothing. */
const refreshRevokeRace: Race = {
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

export const oauthRaces: readonly Race[] = [codeRace, refreshRace, refreshRevokeRace]
