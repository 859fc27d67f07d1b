import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { createPushable } from '../../../test/push-images.ts'

const tidewater = { name: 'tidewater', subscription_tier_slug: 'professional', region: 'nyc3' } as const
const several = 'This API is not supported if you have created multiple registries. Please use ‘/v2/registries/{registry_name}’ instead.'

describe('one registry', () => {
  it('[limit-registry-one] returns 422 for a second registry at /v2/registry', async ({ sandbox }) => {
    expect((await sandbox.get('/v2/registry')).status).toBe(404)
    expect((await sandbox.get('/v2/registry/subscription')).status).toBe(404)
    expect((await sandbox.get('/v2/registry/docker-credentials')).status).toBe(404)
    const created = await sandbox.post('/v2/registry', { ...tidewater, subscription_tier_slug: 'basic' })
    expect(created).toMatchObject({
      status: 201,
      body: { registry: { name: 'tidewater', region: 'nyc3', storage_usage_bytes: 0, subscription: { tier: { slug: 'basic' } } } },
    })
    expect(created.body.registry.storage_usage_bytes_updated_at).toBe(created.body.registry.created_at)
    expect((await sandbox.get('/v2/registry')).body).toEqual(created.body)
    const second = await sandbox.post('/v2/registry', { ...tidewater, name: 'tidewater-press' })
    expect(second).toMatchObject({ status: 422, body: { message: 'user already has a registry' } })
    expect((await sandbox.delete('/v2/registry')).status).toBe(204)
    expect((await sandbox.delete('/v2/registry')).status).toBe(404)
    expect((await sandbox.get('/v2/registry/subscription')).status).toBe(404)
  })

  it('[registry-several-stop-some] returns 412 at /v2/registry if the account has several registries', async ({ sandbox }) => {
    await sandbox.post('/v2/registry', tidewater)
    await sandbox.post('/v2/registries', { name: 'tidewater-press', region: 'ams3' })
    for (const method of ['GET', 'DELETE'])
      expect(await sandbox.ask(method, '/v2/registry')).toMatchObject({ status: 412, body: { message: several } })
    expect((await sandbox.post('/v2/registry', { ...tidewater, name: 'third' })).status).toBe(422)
    expect((await sandbox.get('/v2/registry/docker-credentials')).status).toBe(200)
    await sandbox.delete('/v2/registries/tidewater')
    expect((await sandbox.get('/v2/registry')).body.registry.name).toBe('tidewater-press')
  })

  it('[registries-backward-compatible] returns the same registry at both paths', async ({ sandbox }) => {
    await sandbox.post('/v2/registry', tidewater)
    const { registry } = (await sandbox.get('/v2/registry')).body
    const { subscription, ...plain } = registry
    expect((await sandbox.get('/v2/registries')).body).toMatchObject({ registries: [registry], meta: { total: 1 } })
    expect((await sandbox.get('/v2/registries/tidewater')).body.registry).toEqual(plain)
    expect((await sandbox.get('/v2/registries/subscription')).body.subscription).toEqual(subscription)
    expect((await sandbox.post('/v2/registry/subscription', { tier_slug: 'basic' })).status).toBe(200)
    expect((await sandbox.get('/v2/registries/subscription')).body.subscription.tier.slug).toBe('basic')
    await sandbox.delete('/v2/registries/tidewater')
    expect((await sandbox.get('/v2/registry')).status).toBe(404)
  })
})

describe('several registries', () => {
  it('[limit-registries-ten] returns 412 for the eleventh registry', async ({ sandbox }) => {
    for (let n = 1; n <= 10; n += 1) expect((await sandbox.post('/v2/registries', { ...tidewater, name: `shelf-${n}` })).status).toBe(201)
    const refused = await sandbox.post('/v2/registries', { name: 'shelf-11' })
    expect(refused).toMatchObject({ status: 412, body: { message: 'The account already has 10 registries.' } })
    const page = (await sandbox.get('/v2/registries?per_page=3')).body
    expect(page).toMatchObject({ registries: [{ name: 'shelf-10' }, {}, {}], meta: { total: 10 } })
    await sandbox.delete('/v2/registries/shelf-4')
    expect((await sandbox.post('/v2/registries', { name: 'shelf-11' })).status).toBe(201)
  })

  it('requires the professional plan for a second registry', async ({ sandbox }) => {
    const first = await sandbox.post('/v2/registries', { name: 'tidewater' })
    expect(first.body.registry).not.toHaveProperty('subscription')
    expect((await sandbox.get('/v2/registries/subscription')).body.subscription.tier.slug).toBe('starter')
    expect((await sandbox.post('/v2/registries', { name: 'press' })).status).toBe(412)
    expect((await sandbox.post('/v2/registries', { name: 'press', subscription_tier_slug: 'professional' })).status).toBe(201)
    expect(await sandbox.post('/v2/registries/subscription', { tier_slug: 'basic' })).toMatchObject({
      status: 412,
      body: { message: 'Several registries need the professional plan.' },
    })
    const { options } = (await sandbox.get('/v2/registries/options')).body
    const eligible = options.subscription_tiers.map((tier) => [tier.slug, tier.eligible])
    expect(eligible).toEqual([
      ['starter', false],
      ['basic', false],
      ['professional', true],
    ])
    expect((await sandbox.get('/v2/registry/options')).body.options.available_regions).toEqual(['nyc3', 'sfo3', 'ams3', 'sgp1', 'fra1'])
  })

  it('returns 409 for a name that any account uses', async ({ sandbox }) => {
    for (const family of ['registry', 'registries'] as const)
      expect((await sandbox.post(`/v2/${family}/validate-name`, { name: 'tidewater' })).status).toBe(204)
    await sandbox.post('/v2/registries', tidewater)
    for (const family of ['registry', 'registries'] as const)
      expect((await sandbox.post(`/v2/${family}/validate-name`, { name: 'tidewater' })).status).toBe(409)
    expect((await sandbox.post('/v2/registries/validate-name', { name: 'docker' })).status).toBe(409)
    expect((await sandbox.post('/v2/registries/validate-name', { name: 'No Such' })).status).toBe(422)
    expect(await sandbox.post('/v2/registries', tidewater)).toMatchObject({ status: 409, body: { message: 'name already exists' } })
  })

  it('[limit-registries-shared-storage] shares the storage of the plan between all registries', async () => {
    const { sandbox, push } = createPushable()
    await sandbox.post('/v2/registries', tidewater)
    await sandbox.post('/v2/registries', { name: 'press' })
    const image = (digest: string) => ({ name: digest, images: [{ blobs: [{ digest, compressed_size_bytes: 300 * 1024 ** 2 }] }] })
    push('tidewater', image('a'))
    const pushed = push('press', image('b'))
    await pushed.delete('/v2/registries/nope')
    const { registries } = (await pushed.get('/v2/registries')).body
    expect(registries[0].subscription).toEqual(registries[1].subscription)
    // Each alone fits into the smallest plan.
    const [starter] = (await pushed.get('/v2/registries/options')).body.options.subscription_tiers
    expect(starter.eligibility_reasons).toEqual(['OverRepositoryLimit', 'OverStorageLimit'])
  })
})

describe('credentials', () => {
  it('returns a Docker config file', async ({ sandbox }) => {
    await sandbox.post('/v2/registries', tidewater)
    const read = async (path: string) => {
      const { body } = await sandbox.ask('GET', path)
      return Buffer.from(body.auths['registry.digitalocean.com'].auth, 'base64').toString()
    }
    const one = await read('/v2/registries/tidewater/docker-credentials?read_write=true')
    expect(one).toMatch(/^maya@tidewater\.example:dop_v1_[0-9a-f]{64}$/)
    expect(await read('/v2/registry/docker-credentials?expiry_seconds=3600&read_write=true')).not.toBe(one)
  })

  it('limits the token to registries and its lifetime, and lets it revoke itself', async ({ sandbox }) => {
    await sandbox.post('/v2/registries', tidewater)
    const make = async (query: string) => {
      const { auth } = (await sandbox.get(`/v2/registries/tidewater/docker-credentials?${query}`)).body.auths['registry.digitalocean.com']
      return String(Buffer.from(auth, 'base64').toString().split(':')[1])
    }
    const ask = async (token: string, method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return (await sandbox.fetch(`http://127.0.0.1:4020${path}`, init)).status
    }
    const [reader, writer] = [await make('expiry_seconds=60'), await make('read_write=true')]
    expect(await ask(reader, 'GET', '/v2/registries/tidewater')).toBe(200)
    expect(await ask(reader, 'DELETE', '/v2/registries/tidewater/repositories/shop/tags/latest')).toBe(403)
    expect(await ask(writer, 'DELETE', '/v2/registries/tidewater/repositories/shop/tags/latest')).toBe(204)
    expect(await ask(writer, 'GET', '/v2/droplets')).toBe(403)
    await sandbox.pass(61)
    expect(await ask(reader, 'GET', '/v2/registries/tidewater')).toBe(401)
    expect(await ask(writer, 'POST', '/v1/oauth/revoke', { token: writer })).toBe(200)
    expect(await ask(writer, 'GET', '/v2/registries/tidewater')).toBe(401)
  })
})
