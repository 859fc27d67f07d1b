/** Codes and refresh tokens, which work once. */
import { type Answer, type Ask, read } from '../http-client.ts'
import { demand, hasStatus, type Race, repeat } from './race.ts'
import { type Pair, signIn } from './sign-in.ts'

const isRefused = hasStatus(400, '"invalid_grant"')
const refreshAt = (path: string, token: string) => ({
  method: 'POST',
  path,
  token: '',
  form: { grant_type: 'refresh_token', refresh_token: token },
})
const works = async (ask: Ask, token: string) => (await ask({ method: 'GET', path: '/v2/account', token })).status
const pairOf = (answer: Answer | undefined): Pair => read(answer ?? { status: 0, headers: {}, text: '' })

const code: Race = {
  name: 'code',
  begin: async (ask, credentials) => {
    const visit = await signIn(ask, credentials)
    return async () => {
      const form = visit.exchangeOf(await visit.code())
      return {
        calls: repeat(() => ({ method: 'POST', path: '/v1/oauth/token', token: '', form })),
        winners: [1],
        wins: hasStatus(200),
        loses: isRefused,
        // Everyone after the winner replays, which ends what the winner was given.
        after: async ({ won }) => {
          const pair = pairOf(won[0]?.answer)
          const status = await works(ask, pair.access_token)
          const refreshed = await ask(refreshAt('/v1/oauth/refresh', pair.refresh_token))
          return [
            ...demand(status === 401, "the winner's token ended", status),
            ...demand(isRefused(refreshed), 'invalid_grant', refreshed),
          ]
        },
      }
    }
  },
}

const refresh: Race = {
  name: 'refresh',
  begin: async (ask, credentials) => {
    const visit = await signIn(ask, credentials)
    return async () => {
      const pair = await visit.pair()
      return {
        calls: repeat((n) => refreshAt(n % 2 === 0 ? '/v1/oauth/refresh' : '/v1/oauth/token', pair.refresh_token)),
        winners: [1],
        wins: hasStatus(200),
        loses: isRefused,
        // Everyone after the winner uses what is spent, which ends the new pair too.
        after: async ({ won }) => {
          const old = await works(ask, pair.access_token)
          const next = await works(ask, pairOf(won[0]?.answer).access_token)
          return demand(old === 401 && next === 401, 'the old token and the new one ended', { old, next })
        },
      }
    }
  },
}

/** Whoever comes first: after a revocation nobody refreshes; after a refresh the others use what is spent, and the new pair ends. */
const refreshAgainstRevoke: Race = {
  name: 'refresh against revoke',
  begin: async (ask, credentials) => {
    const visit = await signIn(ask, credentials)
    return async (round) => {
      const pair = await visit.pair()
      const isRevoke = (n: number) => n % 2 === round % 2
      const revoke = { method: 'POST', path: '/v1/oauth/revoke', form: { token: pair.access_token } }
      return {
        calls: repeat((n) => (isRevoke(n) ? revoke : refreshAt('/v1/oauth/refresh', pair.refresh_token))),
        winners: [0, 1],
        wins: (answer) => answer.status === 200 && answer.text.includes('refresh_token'),
        loses: (answer) => isRefused(answer) || (answer.status === 200 && answer.text === '{}'),
        after: async ({ won }) => {
          const old = await works(ask, pair.access_token)
          const again = await ask(refreshAt('/v1/oauth/refresh', pair.refresh_token))
          const next = won[0] && (await works(ask, pairOf(won[0].answer).access_token))
          return [
            ...demand(old === 401, 'the old token dead', old),
            ...demand(isRefused(again), 'the old refresh token dead', again),
            ...demand(next === undefined || next === 401, 'a new token ended by the others', next),
          ]
        },
      }
    }
  },
}

export const oauthRaces: readonly Race[] = [code, refresh, refreshAgainstRevoke]
