/** Keys of passwords are derived beside the event loop: over HTTP and `fetch`, nothing waits for them but the request itself. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startTestSandbox } from '../../test/open-sandbox.ts'
import { attach, createOAuth, openBrowser } from '../../test/oauth/oauth-sandbox.ts'
import { forbidden } from '../../test/operation-at.ts'

/** Delays key derivation, as on a slow machine, until the test releases it. */
const gate = { isShut: false, waiting: [] as (() => void)[], derived: 0 }

beforeAll(() => {
  const { scrypt } = crypto
  vi.spyOn(crypto, 'scryptSync').mockImplementation(() => {
    throw new Error('The event loop is held.')
  })
  vi.spyOn(crypto, 'scrypt').mockImplementation((...input: Parameters<typeof scrypt>) => {
    gate.derived += 1
    const go = () => scrypt(...input)
    if (gate.isShut) gate.waiting.push(go)
    else go()
  })
  syncBuiltinESMExports()
  return () => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
})

beforeEach(() => Object.assign(gate, { isShut: false, derived: 0 }))
afterEach(() => {
  for (const go of gate.waiting.splice(0)) go()
})

async function start() {
  const running = await startTestSandbox({ port: 0, seed: 7, checkReplies: true })
  onTestFinished(() => running.close())
  return attach(running.url, running.credentials())
}

it.each([
  { name: 'over HTTP', open: start },
  { name: 'in this process', open: async () => createOAuth() },
])('creates users and signs them in $name', async ({ open }) => {
  const sandbox = await open()
  const { user } = await sandbox.addUser()
  expect(user.email).toBe('ana@harbour.example')
  const signIn = async (email: string, password: string) => {
    const browser = openBrowser(sandbox)
    return (await browser.submit(await browser.go(sandbox.link()), { email, password })).status
  }
  expect(await signIn('Ana@harbour.example', 'harbour-1')).toBe(303)
  expect(await signIn('ana@harbour.example', 'harbour-2')).toBe(422)
  expect(await signIn('nobody@harbour.example', 'harbour-1')).toBe(422)
  expect(await signIn(sandbox.user.email, sandbox.user.password)).toBe(303)
  expect(gate.derived).toBe(5)
})

it('handles other requests while a key is derived', async () => {
  const sandbox = await start()
  const browser = openBrowser(sandbox)
  const page = await browser.go(sandbox.link())
  gate.isShut = true
  const signIn = browser.submit(page, sandbox.user)
  const creation = sandbox.addUser()
  await vi.waitFor(() => expect(gate.waiting).toHaveLength(2))
  expect((await sandbox.get('/v2/account', sandbox.tokens.full)).status).toBe(200)
  for (const go of gate.waiting.splice(0)) go()
  expect([(await signIn).status, (await creation).user.email]).toEqual([303, 'ana@harbour.example'])
})

it('rejects an invalid request without deriving a key', async () => {
  const sandbox = await start()
  expect((await sandbox.control('users', forbidden({ email: 'ana@harbour.example' }))).status).toBe(422)
  const post = (body: string, headers: Record<string, string> = {}) => sandbox.send('POST', '/v1/oauth/sign-in', { body, headers })
  expect((await post('email=a', { 'content-type': 'text/plain' })).status).toBe(415)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await post('email=a&password=b', form)).status).toBe(403)
  expect((await post('email=a&password=b', { ...form, cookie: `spindrift_session=${'0'.repeat(64)}` })).status).toBe(403)
  expect(gate.derived).toBe(0)
})

it('derives no key while the user has to wait', async () => {
  const sandbox = await start()
  const guess = async () => {
    const browser = openBrowser(sandbox)
    return (await browser.submit(await browser.go(sandbox.link()), { ...sandbox.user, password: 'wrong' })).status
  }
  for (let n = 0; n < 5; n += 1) expect(await guess()).toBe(422)
  expect(await guess()).toBe(429)
  expect(gate.derived).toBe(5)
})

it('derives two keys at a time, lets 50 sign-ins wait, and rejects further ones with 429', async () => {
  const sandbox = await start()
  const browser = openBrowser(sandbox)
  const page = await browser.go(sandbox.link())
  gate.isShut = true
  let count = 0
  const answers = Array.from({ length: 60 }, async () => {
    const response = await browser.submit(page, { ...sandbox.user, password: 'wrong' })
    count += 1
    return response
  })
  await vi.waitFor(() => expect(count).toBe(8))
  expect(gate.derived).toBe(2)
  expect((await sandbox.get('/v2/account', sandbox.tokens.full)).status).toBe(200)
  gate.isShut = false
  for (const go of gate.waiting.splice(0)) go()
  const statuses = (await Promise.all(answers)).map(({ status, headers }) => `${status} ${headers.get('retry-after')}`)
  // After the failures that are free, the others have to wait, so no key is derived for them.
  expect(statuses.filter((each) => each === '429 1')).toHaveLength(8)
  expect(statuses.filter((each) => each === '429 5').length).toBeGreaterThan(40)
  expect(gate.derived).toBeLessThan(10)
})
