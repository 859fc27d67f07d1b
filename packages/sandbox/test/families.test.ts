import { describe, expect } from 'vitest'
import { it } from './it.ts'
import { coversVolume, webServer } from './make-sandbox.ts'
import { forbidden } from './operation-at.ts'

const mayaKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGVkMjU1MTlrZXlmb3J0aWRld2F0ZXJib29rc3ho maya@laptop'

describe('images', () => {
  it('are read by id and by slug, and filtered', async ({ sandbox }) => {
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

  it('are imported in two steps', async ({ sandbox }) => {
    const { status, body } = await sandbox.post('/v2/images', {
      name: 'base',
      url: 'https://downloads.tidewater.example/base.qcow2',
      region: 'nyc3',
      tags: ['storefront'],
    })
    expect(status).toBe(202)
    expect(body.image.status).toBe('NEW')
    await sandbox.pass(2)
    expect((await sandbox.get(`/v2/images/${body.image.id}`)).body.image.status).toBe('pending')
    await sandbox.pass(20)
    expect((await sandbox.get(`/v2/images/${body.image.id}`)).body.image.status).toBe('available')
    expect((await sandbox.put(`/v2/images/${body.image.id}`, { name: 'renamed' })).body.image.name).toBe('renamed')
    expect((await sandbox.get('/v2/images?private=true&tag_name=STOREFRONT')).body.meta.total).toBe(1)
  })
})

describe('SSH keys', () => {
  it('are found by id and by fingerprint, and kept once', async ({ sandbox }) => {
    const made = await sandbox.post('/v2/account/keys', { name: 'maya-laptop', public_key: mayaKey })
    expect(made.status).toBe(201)
    const { id, fingerprint } = made.body.ssh_key
    expect(fingerprint).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/)
    expect((await sandbox.get(`/v2/account/keys/${fingerprint}`)).body.ssh_key.id).toBe(id)
    expect((await sandbox.post('/v2/account/keys', { name: 'again', public_key: mayaKey })).status).toBe(422)
    expect((await sandbox.post('/v2/account/keys', { name: 'bad', public_key: 'ssh-rsa AAAA' })).status).toBe(422)
    const renamed = { id, name: 'renamed', public_key: mayaKey, fingerprint } as const
    expect(
      (await sandbox.put(`/v2/account/keys/${fingerprint}`, forbidden({ name: 'renamed', public_key: 'other' }))).body.ssh_key,
    ).toEqual(renamed)
    expect((await sandbox.get('/v2/account/keys')).body).toMatchObject({ ssh_keys: [renamed], meta: { total: 1 } })
    expect((await sandbox.delete(`/v2/account/keys/${fingerprint}`)).status).toBe(204)
    expect((await sandbox.get(`/v2/account/keys/${id}`)).status).toBe(404)
  })
})

describe('tags', () => {
  it('count what has them, whatever the case, and are found in their own', async ({ sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', { ...coversVolume, tags: ['Storefront'] })).body
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    expect(await sandbox.post('/v2/tags', { name: 'storefront' })).toMatchObject({ status: 201, body: { tag: { name: 'Storefront' } } })
    const resources = [{ resource_id: String(droplet.id), resource_type: 'droplet' }] as const
    expect((await sandbox.post('/v2/tags/storefront/resources', { resources })).status).toBe(404)
    expect((await sandbox.post('/v2/tags/Storefront/resources', { resources })).status).toBe(204)
    const { tag } = (await sandbox.get('/v2/tags/Storefront')).body
    expect(tag).toMatchObject({ name: 'Storefront', resources: { count: 2, droplets: { count: 1 }, volumes: { count: 1 } } })
    expect(
      (await sandbox.post('/v2/tags/Storefront/resources', { resources: [{ resource_id: '1', resource_type: 'image' }] })).status,
    ).toBe(422)
    expect((await sandbox.delete('/v2/tags/Storefront/resources', { resources })).status).toBe(204)
    expect((await sandbox.get('/v2/tags')).body.tags[0].resources.count).toBe(1)
    expect((await sandbox.delete('/v2/tags/Storefront')).status).toBe(204)
    expect((await sandbox.get(`/v2/volumes/${volume.id}`)).body.volume.tags).toEqual([])
    expect((await sandbox.post('/v2/tags', { name: 'New' })).body.tag.name).toBe('New')
  })
})

describe('the catalogs', () => {
  it('agree on which size is to be had where', async ({ sandbox }) => {
    const { regions } = (await sandbox.get('/v2/regions?per_page=200')).body
    const { sizes } = (await sandbox.get('/v2/sizes?per_page=200')).body
    for (const region of regions) {
      const offered = sizes.filter(({ regions: places }) => places.includes(region.slug))
      expect(region.sizes).toEqual(offered.map(({ slug }) => slug))
      expect(region.sizes.length > 0).toBe(region.available)
    }
    expect((await sandbox.get('/v2/account')).body.account).toMatchObject({ status: 'active', email_verified: true })
  })
})
