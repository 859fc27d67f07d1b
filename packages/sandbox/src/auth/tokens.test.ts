/** Personal tokens with scopes: created and revoked with the control API, enforced by the platform APIs. */
import { describe, expect } from 'vitest'
import { it } from '../../test/it.ts'
import { type TestSandbox, webServer } from '../../test/create-test-sandbox.ts'
import { type Fields, forbidden } from '../../test/operation-at.ts'

const make = async (sandbox: TestSandbox, scopes: readonly string[], more: Fields<'/_sandbox/tokens'> = {}) =>
  (await sandbox.post('/_sandbox/tokens', { scopes, ...more })).body

describe('a token with scopes', () => {
  it('allows the operations of its scopes only', async ({ sandbox }) => {
    const { token } = await make(sandbox, ['droplet:create', 'droplet:read'])
    const credentials = { token }
    expect((await sandbox.post('/v2/droplets', webServer, credentials)).status).toBe(202)
    expect((await sandbox.get('/v2/droplets', credentials)).body.droplets).toHaveLength(1)
    const refused = await sandbox.get('/v2/volumes', credentials)
    expect([refused.status, refused.body.id]).toEqual([403, 'forbidden'])
    expect((await sandbox.post('/v2/tags', { name: 'storefront' }, credentials)).status).toBe(403)
    expect((await sandbox.get('/v2/tags')).body.tags).toEqual([])
  })

  it('needs all scopes of an operation', async ({ sandbox }) => {
    const statusOf = async (...scopes: string[]) => (await sandbox.get('/v2/sizes', { token: (await make(sandbox, scopes)).token })).status
    expect([await statusOf('sizes:read'), await statusOf('regions:read'), await statusOf('regions:read', 'sizes:read')]).toEqual([
      403, 403, 200,
    ])
  })

  it('has the same permissions in tool calls', async ({ sandbox }) => {
    const statusOf = async (scope: string) =>
      (await sandbox.post('/tools/db-cluster-list', {}, { token: (await make(sandbox, [scope])).token })).status
    expect([await statusOf('database:read'), await statusOf('database:create')]).toEqual([200, 403])
  })

  it('returns its scopes in the token info', async ({ sandbox }) => {
    const { token } = await make(sandbox, ['tag:read', 'tag:create', 'tag:read'])
    const { body } = await sandbox.get('/v1/oauth/token/info', { token })
    expect(body).toMatchObject({ scopes: ['tag:read', 'tag:create'], expires_in_seconds: null })
  })

  it('belongs to the account in the request', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/users', { email: 'ana@harbour.example', password: 'harbour-1' })
    const { token, account } = await make(sandbox, ['account:read'], { account: 'ana@harbour.example' })
    expect(account).toBe('ana@harbour.example')
    expect((await sandbox.get('/v2/account', { token })).body.account.email).toBe('ana@harbour.example')
  })

  it('is listed without its secret and stops working when it is revoked', async ({ sandbox }) => {
    const { token, ...shown } = await make(sandbox, ['tag:read'])
    const { tokens, scopes } = (await sandbox.get('/_sandbox/tokens')).body
    expect(tokens).toEqual([shown])
    expect(JSON.stringify(tokens)).not.toContain(token)
    expect(scopes).toContain('droplet:read')
    expect((await sandbox.delete('/_sandbox/tokens', { id: shown.id })).status).toBe(200)
    expect((await sandbox.get('/v2/tags', { token })).status).toBe(401)
    expect((await sandbox.get('/_sandbox/tokens')).body.tokens).toEqual([])
    expect((await sandbox.delete('/_sandbox/tokens', { id: shown.id })).status).toBe(422)
  })

  it('cannot create tokens with more scopes', async ({ sandbox }) => {
    await sandbox.post('/v2/registries', { name: 'tidewater', region: 'nyc3', subscription_tier_slug: 'basic' })
    const { token } = await make(sandbox, ['registry:read', 'registry:update'])
    const { auth } = (await sandbox.get('/v2/registries/tidewater/docker-credentials?read_write=true', { token })).body.auths[
      'registry.digitalocean.com'
    ]
    const own = Buffer.from(auth, 'base64').toString().split(':')[1] ?? ''
    expect((await sandbox.get('/v1/oauth/token/info', { token: own })).body.scopes).toEqual(['registry:read', 'registry:update'])
  })

  it('can revoke only itself', async ({ sandbox }) => {
    const { token } = await make(sandbox, ['tag:read'])
    const revoke = async (target: string) => (await sandbox.post('/v1/oauth/revoke', { token: target }, { token })).status
    expect(await revoke(sandbox.tokens.read)).toBe(403)
    expect((await sandbox.get('/v2/tags', { token: sandbox.tokens.read })).status).toBe(200)
    expect(await revoke(token)).toBe(200)
    expect((await sandbox.get('/v2/tags', { token })).status).toBe(401)
  })

  it.for([
    { input: { scopes: ['droplets:read'] }, expected: 'scopes: unknown scope "droplets:read". Did you mean droplet:read?' },
    { input: { scopes: ['tag:read', 'x'.repeat(500)] }, expected: 'GET /_sandbox/tokens lists all scopes.' },
    { input: { scopes: [] }, expected: 'scopes: must be a list of at least one scope' },
    { input: { scopes: 'tag:read' }, expected: 'scopes: must be a list' },
    { input: { scopes: [7] }, expected: 'scopes: must be a list' },
    { input: {}, expected: 'scopes: must be a list' },
    { input: { scopes: ['tag:read'], account: 'nobody@harbour.example' }, expected: 'account: must be the e-mail address of a user' },
    { input: { scopes: ['tag:read'], account: 7 }, expected: 'account: must be' },
  ])('is not created from $input', async ({ input, expected }, { sandbox }) => {
    const { status, body } = await sandbox.post('/_sandbox/tokens', forbidden(input))
    expect([status, body.message]).toEqual([422, expect.stringContaining(expected)])
    expect((await sandbox.get('/_sandbox/tokens')).body.tokens).toEqual([])
  })
})
