/** A session with a fake application, so that tests control time and responses. */
import type { TokenGrant } from '@spindrift/types/oauth'
import { describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { ConnectionError } from '../errors.ts'
import { BadRequestError } from '../http-errors.ts'
import type { Application } from './create-application.ts'
import { createSession, type SessionOptions } from './create-session.ts'
import { SessionEndedError } from './oauth-error.ts'
import { createMemoryStore, type StoredTokens, type TokenStore } from './token-store.ts'

const tokens = (n: number, expiresAt: number): StoredTokens => ({
  accessToken: `access-${n}`,
  refreshToken: `refresh-${n}`,
  expiresAt,
  scope: 'read',
})
const spentError = () => new BadRequestError('POST /v1/oauth/refresh', new Response(null, { status: 400 }), { error: 'invalid_grant' })

function createTestSession(more: Partial<SessionOptions> = {}, refresh?: (token: string) => Promise<TokenGrant>) {
  const requests: string[] = []
  let tokenCount = 0
  const application = {
    refresh: async (token: string) => {
      requests.push(`refresh ${token}`)
      tokenCount += 1
      return (
        (await refresh?.(token)) ?? {
          access_token: `new-${tokenCount}`,
          refresh_token: `next-${tokenCount}`,
          expires_in: 100,
          scope: 'read',
          token_type: 'bearer',
        }
      )
    },
    revoke: async (token: string) => void requests.push(`revoke ${token}`),
  } as unknown as Application
  let time = 0
  const store = more.store ?? createMemoryStore()
  const session = createSession({ application, store, now: () => time, ...more })
  return { session, store, requests, at: (moment: number) => void (time = moment) }
}

describe('a token', () => {
  it.each([
    { ahead: undefined, last: 39_999 },
    { ahead: 10, last: 89_999 },
    { ahead: 0, last: 99_999 },
  ])('is refreshed $ahead seconds before it ends, and not a moment earlier', async ({ ahead, last }) => {
    const { session, at, requests } = createTestSession(ahead === undefined ? {} : { refreshAheadSeconds: ahead })
    await session.start(tokens(1, 100_000))
    at(last)
    expect(await session.token()).toBe('access-1')
    at(last + 1)
    expect(await session.token()).toBe('new-1')
    expect(requests).toEqual(['refresh refresh-1'])
  })

  it('expires relative to its refresh, and all fields are stored', async () => {
    const { session, store, at } = createTestSession()
    await session.start(tokens(1, 0))
    at(5000)
    await session.token()
    expect(await store.load()).toEqual({ accessToken: 'new-1', refreshToken: 'next-1', expiresAt: 105_000, scope: 'read' })
  })

  it('is loaded from the store if this process has none', async () => {
    const { session, requests } = createTestSession({ store: createMemoryStore(tokens(1, 100_000)) })
    expect(await session.token()).toBe('access-1')
    expect(requests).toEqual([])
  })

  it('of a grant is stored unchanged', async () => {
    const { session, store } = createTestSession()
    await session.start({ access_token: 'a', refresh_token: 'r', expires_in: 100, scope: 'read write', token_type: 'bearer' } as TokenGrant)
    expect(await store.load()).toEqual({ accessToken: 'a', refreshToken: 'r', expiresAt: 100_000, scope: 'read write' })
  })

  it('without a refresh token expires with an error', async () => {
    const { session, store } = createTestSession()
    await session.start({ accessToken: 'only', expiresAt: 0 })
    const error = await catchError(session.token(), SessionEndedError)
    expect(error.message).toBe('The token has expired and has no refresh token. The user must authorize again.')
    expect(await store.load()).toBeUndefined()
    expect((await catchError(session.token())).message).toMatch(/^The session has no tokens/)
  })

  it('is refreshed again after a failed refresh, which rejects all waiting calls', async () => {
    let fails = true
    const { session, requests } = createTestSession({}, async () => {
      if (fails) throw new ConnectionError('no answer')
      return undefined as never
    })
    await session.start(tokens(1, 0))
    const calls = await Promise.allSettled([session.token(), session.token()])
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await session.token()).toBe('new-2')
    expect(requests).toEqual(['refresh refresh-1', 'refresh refresh-1'])
  })
})

describe('a store', () => {
  it('without other users needs no lock', async () => {
    let stored: StoredTokens | undefined = tokens(1, 0)
    const store: TokenStore = { load: () => stored, save: (next) => void (stored = next) }
    const { session } = createTestSession({ store })
    expect(await session.token()).toBe('new-1')
    expect(stored?.accessToken).toBe('new-1')
  })

  it('keeps the tokens that another process has refreshed', async () => {
    const store = createMemoryStore(tokens(1, 0))
    const { session, requests } = createTestSession({ store }, async () => {
      // The other process was faster.
      await store.save(tokens(2, 100_000))
      throw spentError()
    })
    expect(await session.token()).toBe('access-2')
    expect(requests).toEqual(['refresh refresh-1'])
    expect(await session.token()).toBe('access-2')
  })

  it('keeps expired tokens that another process has stored', async () => {
    const store = createMemoryStore(tokens(1, 0))
    const { session } = createTestSession({ store }, async () => {
      await store.save(tokens(2, 0))
      throw spentError()
    })
    const error = await catchError(session.token(), SessionEndedError)
    expect(error.message).toBe('The refresh token was already used or revoked. The user must authorize again.')
    expect(error.cause).toBeInstanceOf(BadRequestError)
    expect(await store.load()).toEqual(tokens(2, 0))
  })
})

describe('fetch', () => {
  const answering = (statuses: number[]) => {
    const sent: { readonly headers: unknown; readonly method: string | undefined }[] = []
    const bodies: Response[] = []
    const fetch = async (_url: string, { headers, method }: RequestInit) => {
      sent.push({ headers, method })
      const response = new Response('body', { status: statuses.shift() ?? 200 })
      bodies.push(response)
      return response
    }
    return { fetch, sent, bodies }
  }
  const bearer = (token: string) => ({ method: 'POST', headers: { authorization: `Bearer ${token}`, 'x-own': '1' } })

  it('retries a rejected request with the next token and otherwise unchanged', async () => {
    const { fetch, sent, bodies } = answering([401, 200])
    const { session } = createTestSession({ fetch })
    await session.start(tokens(1, 100_000))
    const response = await session.fetch('http://a.example', bearer(await session.token()))
    expect(response.status).toBe(200)
    expect(sent).toEqual([
      { method: 'POST', headers: { authorization: 'Bearer access-1', 'x-own': '1' } },
      { method: 'POST', headers: { authorization: 'Bearer new-1', 'x-own': '1' } },
    ])
    expect(bodies[0]?.bodyUsed || bodies[0]?.body?.locked === false).toBe(true)
  })

  it.each([
    { what: 'another status', status: 403, headers: bearer('access-1') },
    { what: 'a token of somebody else', status: 401, headers: bearer('other') },
    { what: 'no token', status: 401, headers: { method: 'GET' } },
  ])('does not retry $what', async ({ status, headers }) => {
    const { fetch, sent } = answering([status])
    const { session, requests } = createTestSession({ fetch })
    await session.start(tokens(1, 100_000))
    await session.token()
    expect((await session.fetch('http://a.example', headers)).status).toBe(status)
    expect([sent.length, requests]).toEqual([1, []])
  })

  it('uses a token that was refreshed meanwhile, without another refresh', async () => {
    const { fetch, sent } = answering([401, 200])
    const { session, requests, at } = createTestSession({ fetch })
    await session.start(tokens(1, 100_000))
    const first = await session.token()
    at(100_000)
    await session.token()
    expect((await session.fetch('http://a.example', bearer(first))).status).toBe(200)
    expect(requests).toEqual(['refresh refresh-1'])
    expect(sent.at(-1)?.headers).toMatchObject({ authorization: 'Bearer new-1' })
  })

  it('recognizes the last eight tokens, and returns the 401 of an older one', async () => {
    const { fetch } = answering([401, 200, 401])
    const { session, at } = createTestSession({ fetch })
    await session.start(tokens(1, 0))
    const input: string[] = []
    for (let n = 1; n <= 9; n += 1) {
      at(n * 100_000)
      input.push(await session.token())
    }
    expect((await session.fetch('http://a.example', bearer(input[1] ?? ''))).status).toBe(200)
    expect((await session.fetch('http://a.example', bearer(input[0] ?? ''))).status).toBe(401)
  })
})

describe('the end', () => {
  it('waits for a refresh and revokes its tokens', async () => {
    let go = () => {}
    const until = new Promise<void>((resolve) => (go = resolve))
    const { session, store, requests } = createTestSession({}, async () => {
      await until
      return undefined as never
    })
    await session.start(tokens(1, 0))
    const waiting = session.token()
    await new Promise((resolve) => setTimeout(resolve, 5))
    const ended = session.end()
    go()
    await Promise.all([waiting, ended])
    expect(requests).toEqual(['refresh refresh-1', 'revoke new-1'])
    expect(await store.load()).toBeUndefined()
    expect(await catchError(session.token())).toBeInstanceOf(SessionEndedError)
  })

  it('revokes tokens of the store, and nothing without tokens', async () => {
    const { session, requests } = createTestSession({ store: createMemoryStore(tokens(3, 0)) })
    await session.end()
    await session.end()
    expect(requests).toEqual(['revoke access-3'])
  })
})

it('a memory store runs work in sequence, also after a failure', async () => {
  const store = createMemoryStore()
  const order: string[] = []
  const work =
    (name: string, fails = false) =>
    async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 2))
      order.push(`${name} ends`)
      if (fails) throw new Error(name)
    }
  await Promise.allSettled([store.runExclusive?.(work('a', true)), store.runExclusive?.(work('b')), store.runExclusive?.(work('c'))])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
