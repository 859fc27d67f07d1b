import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
import { type BodyAt, type Fields, forbidden, type Known } from '../../../test/operation-at.ts'

const base = { name: 'tidewater-base', url: 'https://downloads.tidewater.example/tidewater-base.qcow2', region: 'nyc3' } as const

async function importImage(sandbox: TestSandbox, more: Fields<'/v2/images'> = {}): Promise<number> {
  const { body } = await sandbox.post('/v2/images', { ...base, ...more })
  await sandbox.pass(22)
  return body.image.id
}

const read = async (sandbox: TestSandbox, id: number) => (await sandbox.get(`/v2/images/${id}`)).body.image

describe('images', () => {
  it('finds images by id and slug, and filters them', async ({ sandbox }) => {
    const bySlug = (await sandbox.get('/v2/images/ubuntu-24-04-x64')).body.image
    expect((await sandbox.get(`/v2/images/${bySlug.id}`)).body.image).toEqual(bySlug)
    const all = (await sandbox.get('/v2/images')).body.meta.total
    const apps = (await sandbox.get('/v2/images?type=application')).body.meta.total
    expect(apps).toBeGreaterThan(0)
    expect((await sandbox.get('/v2/images?type=distribution')).body.meta.total).toBe(all - apps)
    expect((await sandbox.get('/v2/images?private=true')).body.meta.total).toBe(0)
    expect((await sandbox.delete(`/v2/images/${bySlug.id}`)).status).toBe(403)
    expect((await sandbox.put(`/v2/images/${bySlug.id}`, { name: 'mine' })).status).toBe(403)
  })

  it('renames an image, and filters by tag regardless of case', async ({ sandbox }) => {
    const id = await importImage(sandbox, { tags: ['storefront'] })
    expect((await sandbox.put(`/v2/images/${id}`, { name: 'renamed' })).body.image.name).toBe('renamed')
    expect((await sandbox.get('/v2/images?private=true&tag_name=STOREFRONT')).body.meta.total).toBe(1)
  })
})

describe('custom images', () => {
  it('has no region until the import has finished', async ({ sandbox }) => {
    const { body } = await sandbox.post('/v2/images', base)
    const empty = { regions: [], min_disk_size: null, size_gigabytes: null, distribution: 'Unknown', description: '', public: false }
    expect(body.image).toMatchObject({ status: 'NEW', type: 'custom', slug: null, ...empty })
    expect((await sandbox.post('/v2/droplets', { ...webServer, image: body.image.id })).body.message).toContain('image')
    await sandbox.pass(2)
    expect(await read(sandbox, body.image.id)).toMatchObject({ status: 'pending', ...empty })
    await sandbox.pass(20)
    const image = await read(sandbox, body.image.id)
    expect(image).toMatchObject({ status: 'available', regions: ['nyc3'] })
    expect(image.min_disk_size).toBeGreaterThan(0)
    expect((await sandbox.post('/v2/droplets', { ...webServer, image: image.id })).status).toBe(202)
    expect((await sandbox.post('/v2/images', { ...base, region: 'sfo1' })).body.message).toContain('region')
  })

  const files = [
    { input: 'base.raw', expected: 'available' },
    { input: 'production_image.bin.bz2', expected: 'available' },
    { input: 'base.qcow2', expected: 'available' },
    { input: 'base.vhdx', expected: 'available' },
    { input: 'base.vdi', expected: 'available' },
    { input: 'base.vmdk.gz', expected: 'available' },
    { input: 'download?id=7', expected: 'available' },
    { input: 'setup.iso', expected: 'deleted' },
    { input: 'photo.jpg.bz2', expected: 'deleted' },
  ]
  it.for(files)('[images-custom-formats] imports $input as $expected', async ({ input, expected }, { sandbox }) => {
    const image = await read(sandbox, await importImage(sandbox, { url: `https://downloads.tidewater.example/${input}` }))
    expect(image.status).toBe(expected)
    expect('error_message' in image).toBe(expected === 'deleted')
  })
})

describe('image actions', () => {
  it('copies an image to other regions', async ({ sandbox }) => {
    const id = await importImage(sandbox)
    const path = `/v2/images/${id}/actions` as const
    const started = await sandbox.post(path, { type: 'transfer', region: 'sfo3' })
    expect(started).toMatchObject({
      status: 201,
      body: { action: { type: 'transfer', status: 'in-progress', resource_id: id, resource_type: 'image', region_slug: 'sfo3' } },
    })
    expect((await sandbox.post(path, { type: 'transfer', region: 'sfo3' })).status).toBe(422)
    expect((await sandbox.post(path, { type: 'transfer', region: 'fra1' })).status).toBe(201)
    expect((await read(sandbox, id)).regions).toEqual(['nyc3'])
    await sandbox.pass(10)
    expect((await read(sandbox, id)).regions).toEqual(['nyc3', 'sfo3', 'fra1'])
    expect((await sandbox.get(`${path}/${started.body.action.id}`)).body.action.status).toBe('completed')
    expect((await sandbox.get(path)).body.meta.total).toBe(2)
    expect((await sandbox.post('/v2/droplets', { ...webServer, region: 'sfo3', image: id })).status).toBe(202)
  })

  it('accepts every distribution', async ({ sandbox }) => {
    const distributionOf = async (distribution?: string) =>
      (await sandbox.post('/v2/images', { ...base, distribution })).body.image.distribution
    expect([await distributionOf('Talos'), await distributionOf('Debian'), await distributionOf()]).toEqual([
      'Unknown OS',
      'Debian',
      'Unknown',
    ])
    const id = await importImage(sandbox)
    expect((await sandbox.put(`/v2/images/${id}`, { distribution: 'Talos' })).body.image.distribution).toBe('Unknown OS')
    expect((await sandbox.put(`/v2/images/${id}`, { name: 'renamed' })).body.image.distribution).toBe('Unknown OS')
  })

  it('offers the releases that clients request, with the types that they read', async ({ sandbox }) => {
    for (const slug of ['ubuntu-20-04-x64', 'debian-11-x64', 'rockylinux-8-x64', 'almalinux-9-x64'])
      expect((await sandbox.get(`/v2/images/${slug}`)).body.image).toMatchObject({ type: 'base', public: true, status: 'available' })
    expect((await sandbox.get('/v2/images/docker-24-04')).body.image.type).toBe('application')
  })

  it('rejects invalid image actions', async ({ sandbox }) => {
    const { image: ubuntu } = (await sandbox.get('/v2/images/ubuntu-24-04-x64')).body
    expect((await sandbox.post(`/v2/images/${ubuntu.id}/actions`, { type: 'convert' })).status).toBe(422)
    const { image: fresh } = (await sandbox.post('/v2/images', base)).body
    expect((await sandbox.post(`/v2/images/${fresh.id}/actions`, { type: 'transfer', region: 'sfo3' })).status).toBe(422)
    const id = await importImage(sandbox)
    for (const body of [{ type: 'transfer', region: 'nyc3' }, { type: 'transfer', region: 'sfo1' }, { type: 'convert' }])
      expect((await sandbox.post(`/v2/images/${id}/actions`, forbidden(body))).status).toBe(422)
    expect((await sandbox.get(`/v2/images/${id}/actions`)).body.meta.total).toBe(0)
  })
})

describe('offers of images', () => {
  const studioEmail = 'studio@harbour-press.example'

  async function createStudio(sandbox: TestSandbox) {
    const { user, tokens } = (await sandbox.post('/_sandbox/users', { email: studioEmail, password: 'a long enough one' })).body
    const credentials = { token: tokens.full as string } as const
    return {
      uuid: user.uuid as string,
      get: <const Path extends string>(path: Known<'get', Path>) => sandbox.get<Path>(path, credentials),
      post: <const Path extends string>(path: Known<'post', Path>, body: BodyAt<'post', Path>) =>
        sandbox.post<Path>(path, body, credentials),
    }
  }

  it('keeps one open transfer per image until it is withdrawn', async ({ sandbox }) => {
    const studio = await createStudio(sandbox)
    const { uuid: mine } = (await sandbox.get('/v2/account')).body.account
    const id = await importImage(sandbox)
    const path = `/v2/images/${id}/account_transfer` as const
    expect((await sandbox.post(path, { recipient_email: 'nobody@tidewater.example' })).status).toBe(404)
    expect((await sandbox.post(path, { recipient_uuid: mine })).status).toBe(422)
    const { status, body } = await sandbox.post(path, { recipient_email: studioEmail })
    expect(status).toBe(201)
    expect((await sandbox.post(path, { recipient_uuid: studio.uuid })).status).toBe(409)
    // Only the recipient can accept or decline, and only the sender can withdraw.
    expect((await sandbox.post(`${path}/accept`, { ...body, recipient_uuid: mine })).status).toBe(403)
    expect((await sandbox.post(`${path}/decline`, body)).status).toBe(403)
    expect((await studio.post(`${path}/cancel`, body)).status).toBe(404)
    expect((await sandbox.post(`${path}/cancel`, { transfer_id: 1 })).status).toBe(404)
    expect((await sandbox.post(`${path}/cancel`, body)).status).toBe(204)
    expect((await studio.post(`${path}/accept`, { ...body, recipient_uuid: studio.uuid })).status).toBe(404)
    expect((await read(sandbox, id)).status).toBe('available')
  })

  it('declines a transfer, or accepts it and moves the image', async ({ sandbox }) => {
    const studio = await createStudio(sandbox)
    const id = await importImage(sandbox, { tags: ['storefront'] })
    const path = `/v2/images/${id}/account_transfer` as const
    const offer = async () => (await sandbox.post(path, { recipient_uuid: studio.uuid })).body
    expect((await studio.post(`${path}/decline`, await offer())).status).toBe(204)
    expect((await studio.get(`/v2/images/${id}`)).status).toBe(404)
    const open = { ...(await offer()), recipient_uuid: studio.uuid }
    expect((await studio.post(`${path}/accept`, { ...open, recipient_uuid: '00000000-0000-4000-8000-000000000000' })).status).toBe(403)
    expect((await studio.post(`${path}/accept`, open)).status).toBe(201)
    expect((await sandbox.get(`/v2/images/${id}`)).status).toBe(404)
    expect((await studio.get('/v2/images?private=true')).body.images).toMatchObject([
      { id, name: 'tidewater-base', status: 'available', tags: [] },
    ])
    expect((await studio.post(`${path}/accept`, open)).status).toBe(404)
  })

  it('closes a transfer when its image is deleted', async ({ sandbox }) => {
    const studio = await createStudio(sandbox)
    const id = await importImage(sandbox)
    const both = { recipient_uuid: studio.uuid, recipient_email: null }
    const { body } = await sandbox.post(`/v2/images/${id}/account_transfer`, forbidden(both))
    await sandbox.delete(`/v2/images/${id}`)
    expect((await studio.post(`/v2/images/${id}/account_transfer/decline`, body)).status).toBe(404)
  })
})

describe('resources of other accounts', () => {
  it('do not provide a domain or a prefix to this account', async ({ sandbox }) => {
    const { tokens } = (await sandbox.post('/_sandbox/users', { email: 'ana@harbour.example', password: 'a long enough one' })).body
    const credentials = { token: tokens.full as string } as const
    const prefix = { prefix: '192.0.2.0/24', region: 'nyc3', signature: 'eA==' }
    expect((await sandbox.post('/v2/domains', { name: 'harbour.example' }, credentials)).status).toBe(201)
    expect((await sandbox.post('/v2/byoip_prefixes', prefix, credentials)).status).toBe(202)
    expect((await sandbox.post('/v2/domains', { name: 'harbour.example' })).status).toBe(422)
    expect((await sandbox.post('/v2/byoip_prefixes', prefix)).status).toBe(409)
    expect((await sandbox.get('/v2/domains')).body.meta.total).toBe(0)
  })
})
