/** Secrets are returned once to their owner, and appear in no state file, log or error. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { hashSecret, isSameSecret } from '../auth/hash-secret.ts'
import { hashPassword, verifyPassword } from '../auth/passwords.ts'
import { exchangeOf, getCode, getPair, it, createOAuth, openBrowser, refreshOf } from '../../test/oauth/oauth-sandbox.ts'

describe('storage of secrets after a day of use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-secrets-'))
  const secrets: Record<string, string> = {}
  const requests: unknown[] = []
  let stored = ''
  beforeAll(async () => {
    const sandbox = createOAuth({ state: join(folder, 'state.db'), onRequest: (request) => requests.push(request) })
    const browser = openBrowser(sandbox)
    const { location } = await browser.authorize(sandbox.link())
    const pair = await getPair(sandbox)
    const { body: next } = await sandbox.form('/v1/oauth/refresh', refreshOf(pair.refresh_token))
    const added = await sandbox.addUser()
    const application = await sandbox.addApplication()
    await sandbox.send('POST', `/v1/oauth/token?${new URLSearchParams(exchangeOf(sandbox, await getCode(sandbox)))}`)
    Object.assign(secrets, {
      'the code': location.searchParams.get('code'),
      'the access token': pair.access_token,
      'the refresh token': pair.refresh_token,
      'the next access token': next.access_token,
      'the next refresh token': next.refresh_token,
      'the session': browser.cookie()?.split('=')[1],
      'the client secret': sandbox.client.client_secret,
      "another client's secret": application.client_secret,
      'the password': sandbox.user.password,
      "another user's password": 'harbour-1',
      'the personal token': sandbox.tokens.full,
      "another user's personal token": added.tokens.full,
      'the model access key': added.inference_key,
    })
    sandbox.close()
    stored = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('keeps every secret out of the state file', () => {
    expect(Object.values(secrets).filter((secret) => secret.length > 8)).toHaveLength(13)
    const found = Object.entries(secrets).filter(([, secret]) => stored.includes(secret.replace(/^(d.._v1_|sk-do-)/, '')))
    expect(found.map(([name]) => name)).toEqual([])
  })

  it('keeps every secret out of the request log', () => {
    expect(requests.length).toBeGreaterThan(5)
    const log = JSON.stringify(requests)
    expect(Object.keys(secrets).filter((name) => log.includes(secrets[name] ?? ''))).toEqual([])
  })

  it('stores only the hash of a token', () => {
    expect(stored).toContain(hashSecret(secrets['the next access token'] ?? ''))
  })
})

describe('error messages', () => {
  it('never repeat a rejected secret', async ({ sandbox }) => {
    const fields: Record<string, string> = { ...exchangeOf(sandbox, await getCode(sandbox)), redirect_uri: 'https://evil.example/' }
    const answers = [
      await sandbox.form('/v1/oauth/token', fields),
      await sandbox.form('/v1/oauth/token', { ...fields, client_secret: 'my-wrong-secret' }),
      await sandbox.form('/v1/oauth/token', { ...fields, code: 'my-wrong-code' }),
      await sandbox.form('/v1/oauth/token', { ...fields, code_verifier: 'my-wrong-verifier' }),
      await sandbox.form(`/v1/oauth/token?code=${fields['code']}`, fields),
      await sandbox.form('/v1/oauth/refresh', refreshOf('my-wrong-token')),
      await sandbox.send('POST', '/v1/oauth/token', { body: `{"code":"my-wrong-json`, headers: { 'content-type': 'application/json' } }),
    ]
    for (const { text, status } of answers) {
      expect(status).toBeGreaterThanOrEqual(400)
      for (const secret of [fields['code'] ?? '', sandbox.client.client_secret, 'my-wrong']) expect(text).not.toContain(secret)
    }
  })

  it('never repeat a password on a page', async ({ sandbox, browser }) => {
    const page = await browser.submit(await browser.go(sandbox.link()), { email: 'x@y.example', password: 'my-wrong-password' })
    expect(page.text).not.toContain('my-wrong-password')
  })
})

describe('comparing secrets', () => {
  it('accepts equal secrets and rejects others of any length', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true)
    for (const other of ['', 'ab', 'abd', 'abcd', 'ABC']) expect(isSameSecret('abc', other)).toBe(false)
  })

  it('verifies a password by its salted hash', () => {
    const [one, two] = [hashPassword('tide', '01'), hashPassword('tide', '02')]
    expect(one).not.toBe(two)
    expect([verifyPassword('tide', one), verifyPassword('tide', two), verifyPassword('Tide', one), verifyPassword('', one)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
