import { describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { createOAuth, thirtyDays } from '../../test/oauth-sandbox.ts'
import { createCloud } from '../create-cloud.ts'
import { createSession } from './create-session.ts'
import { SessionEndedError } from './oauth-error.ts'
import { parseFragment } from './parse-callback.ts'
import { createMemoryStore, type StoredTokens } from './token-store.ts'

const refreshes = 'POST /v1/oauth/refresh'
const many = Array.from({ length: 100 }, (_, at) => at)

describe('token', () => {
  it('refreshes once for 100 parallel calls with an expired token', async () => {
    const { openSession, options, count, fetch, pass } = await createOAuth()
    const { session, grant } = await openSession('read')
    pass(thirtyDays)
    const cloud = createCloud({ ...options, token: session.token, fetch })
    const accounts = await Promise.all(many.map(() => cloud.account.get()))
    expect(accounts).toHaveLength(100)
    expect(count(refreshes)).toBe(1)
    expect(await session.token()).not.toBe(grant.access_token)
  })

  it('stores the new pair before it returns it', async () => {
    const steps: string[] = []
    const { openSession, pass } = await createOAuth()
    const store = {
      load: () => undefined,
      save: async (tokens: StoredTokens | undefined) => {
        await new Promise((resolve) => setImmediate(resolve))
        steps.push(`kept ${tokens?.accessToken.slice(0, 7)}`)
      },
    }
    const { session } = await openSession('read', { store })
    pass(thirtyDays)
    await session.token().then(() => steps.push('given'))
    expect(steps).toEqual(['kept doo_v1_', 'kept doo_v1_', 'given'])
  })

  it('rejects with SessionEndedError without secrets when the refresh token was used', async () => {
    const { openSession, application, store, pass } = { store: createMemoryStore(), ...(await createOAuth()) }
    const { session, grant } = await openSession('read', { store })
    await application.refresh(grant.refresh_token)
    pass(thirtyDays)
    const error = await catchError(session.token(), SessionEndedError)
    expect(`${error.stack}${(error.cause as Error).stack}${JSON.stringify(error.cause)}`).not.toMatch(/do[or]_v1_/)
    expect(store.load()).toBeUndefined()
    expect(await catchError(session.token())).toBeInstanceOf(SessionEndedError)
  })

  it('refreshes the tokens of another process when they have expired too', async () => {
    const { openSession, application, now, pass } = await createOAuth()
    const store = createMemoryStore()
    const { session } = await openSession('read', { store })
    const other = createSession({ application, store, now })
    pass(thirtyDays)
    const first = await other.token()
    pass(thirtyDays)
    const second = await session.token()
    expect(second).toMatch(/^doo_v1_/)
    expect(second).not.toBe(first)
    expect(await other.token()).toBe(second)
  })

  it('keeps both of two programs signed in that refresh at the same time without a lock', async () => {
    const { openSession, application, options, now, pass, count } = await createOAuth()
    const { runExclusive: _, ...store } = createMemoryStore()
    const { session } = await openSession('read', { store })
    const other = createSession({ application, store, now })
    pass(thirtyDays)
    const [one, two] = await Promise.all([session.token(), other.token()])
    expect(count(refreshes)).toBe(2)
    expect(two).toBe(one)
    expect((await createCloud({ ...options, token: one }).account.get()).account.status).toBe('active')
  })

  it('works with the implicit grant until the token expires', async () => {
    const { application, signIn, options, now, pass } = await createOAuth()
    const { url, pending } = await application.begin({ responseType: 'token' })
    const session = createSession({ application, store: createMemoryStore(), now })
    await session.start(parseFragment(await signIn(url), pending, now()))
    const cloud = createCloud({ ...options, token: session.token })
    expect((await cloud.account.get()).account.email).toBe('maya@tidewater.example')
    pass(thirtyDays)
    expect(await catchError(session.token())).toBeInstanceOf(SessionEndedError)
  })
})

describe('fetch', () => {
  it('refreshes once when 100 parallel calls find that the token was revoked', async () => {
    const { openSession, options, advance, count } = await createOAuth()
    const { session, grant } = await openSession('read write')
    // Moves the clock of the platform only.
    await advance(thirtyDays)
    const cloud = createCloud({ ...options, token: session.token, fetch: session.fetch })
    const responses = await Promise.all(
      many.map((at) => (at % 2 === 0 ? cloud.account.get() : cloud.tags.create({ body: { name: `tag-${at}` } }))),
    )
    expect(responses).toHaveLength(100)
    expect(count(refreshes)).toBe(1)
    expect(count('POST /v2/tags')).toBe(100)
    expect((await cloud.tags.list()).meta.total).toBe(50)
    expect(await session.token()).not.toBe(grant.access_token)
  })

  it('returns the 401 when the refresh token has expired too', async () => {
    const { openSession, options, application, advance, count } = await createOAuth()
    const { session, grant } = await openSession()
    await advance(thirtyDays)
    await application.revoke(grant.access_token)
    await application.refresh(grant.refresh_token).catch(() => undefined)
    const before = count(refreshes)
    const cloud = createCloud({ ...options, token: session.token, fetch: session.fetch })
    expect(await catchError(cloud.account.get())).toMatchObject({ status: 401 })
    expect(count(refreshes) - before).toBe(1)
  })
})

it('detects a session that refreshes in parallel', async () => {
  const { openSession, application, count, pass } = await createOAuth()
  const { grant } = await openSession('read')
  pass(thirtyDays)
  await Promise.allSettled(many.map(() => application.refresh(grant.refresh_token)))
  expect(count(refreshes)).toBe(100)
})
