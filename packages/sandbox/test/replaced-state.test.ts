/** Tests that caches of tokens and rate limits are cleared when the state is replaced. */
import { describe, expect } from 'vitest'
import { it } from './it.ts'
import { createTestSandbox, type TestSandbox } from './create-test-sandbox.ts'

const keys = '/v2/gen-ai/models/api_keys'

const replacements = [
  { name: 'a reset', prepare: async () => {}, replace: (sandbox: TestSandbox) => sandbox.post('/_sandbox/reset') },
  {
    name: 'going back to a snapshot',
    prepare: (sandbox: TestSandbox) => sandbox.post('/_sandbox/snapshots', { name: 'before' }),
    replace: (sandbox: TestSandbox) => sandbox.post('/_sandbox/snapshots/restore', { name: 'before' }),
  },
]

describe.each(replacements)('after $name', ({ prepare, replace }) => {
  it('rejects a token of the old state, even if it is cached', async ({ sandbox }) => {
    await prepare(sandbox)
    const { tokens, inference_key: key } = (
      await sandbox.post('/_sandbox/users', { email: 'ana@harbour.example', password: 'gulls-and-terns' })
    ).body
    const opens = async () => [
      (await sandbox.get('/v2/account', { token: tokens.full })).status,
      (await sandbox.get('/v2/account', { token: tokens.read })).status,
      (await sandbox.get('/v1/models', { token: key })).status,
    ]
    expect(await opens()).toEqual([200, 200, 200])
    await replace(sandbox)
    expect(await opens()).toEqual([401, 401, 401])
  })

  it('accepts a key again that was revoked later', async ({ sandbox }) => {
    await prepare(sandbox)
    const { inference_key: key } = sandbox.credentials()
    const opens = async () => (await sandbox.get('/v1/models', { token: key })).status
    expect(await opens()).toBe(200)
    const [{ uuid }] = (await sandbox.get(keys)).body.api_key_infos
    await sandbox.delete(`${keys}/${uuid}`)
    expect(await opens()).toBe(401)
    await replace(sandbox)
    expect(await opens()).toBe(200)
  })

  it('resets the rate limits', async () => {
    const sandbox = createTestSandbox({ rateLimits: 'on' })
    await sandbox.post('/_sandbox/clock', { frozen: true })
    await prepare(sandbox)
    for (let n = 0; n < 10; n += 1) await sandbox.get('/v2/account/keys')
    for (let n = 0; n < 240; n += 1) await sandbox.get('/v2/account')
    expect((await sandbox.get('/v2/account')).status).toBe(429)
    expect((await sandbox.get('/v2/account/keys')).status).toBe(429)
    await replace(sandbox)
    const { status, headers } = await sandbox.get('/v2/account/keys')
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, '4999'])
  })
})
