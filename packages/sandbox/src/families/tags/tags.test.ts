import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { coversVolume, webServer } from '../../../test/create-test-sandbox.ts'
import type { BodyAt } from '../../../test/operation-at.ts'

describe('tags', () => {
  it('counts resources regardless of case, and finds a tag by its exact case', async ({ sandbox }) => {
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

  it('tags each of the five kinds, and returns the last tagged resource', async ({ instant: sandbox }) => {
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    await sandbox.post(`/v2/droplets/${droplet.id}/actions`, { type: 'snapshot', name: 'before-sale' })
    const [image] = (await sandbox.get('/v2/images?private=true')).body.images
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const { snapshot } = (await sandbox.post(`/v2/volumes/${volume.id}/snapshots`, { name: 'copy' })).body
    const { database } = (
      await sandbox.post('/v2/databases', {
        name: 'orders',
        engine: 'pg',
        version: '17',
        region: 'nyc3',
        size: 'db-s-1vcpu-1gb',
        num_nodes: 1,
      })
    ).body
    await sandbox.post('/v2/tags', { name: 'storefront' })
    expect((await sandbox.get('/v2/tags/storefront')).body.tag.resources).toEqual({
      count: 0,
      droplets: { count: 0 },
      images: { count: 0 },
      volumes: { count: 0 },
      volume_snapshots: { count: 0 },
      databases: { count: 0 },
    })
    const tag = async (
      resource_type: BodyAt<'post', `/v2/tags/${string}/resources`>['resources'][number]['resource_type'],
      resource_id: string,
    ) => {
      await sandbox.pass(1)
      const resources = [{ resource_type, resource_id }] as const
      expect((await sandbox.post('/v2/tags/storefront/resources', { resources })).status).toBe(204)
    }
    await tag('image', String(image.id))
    await tag('volume', volume.id)
    await tag('volume_snapshot', snapshot.id)
    await tag('database', database.id)
    await tag('droplet', String(droplet.id))
    const { resources } = (await sandbox.get('/v2/tags/storefront')).body.tag
    const at = (path: string) => `http://127.0.0.1:4020/v2/${path}`
    expect(resources).toEqual({
      count: 5,
      last_tagged_uri: at(`droplets/${droplet.id}`),
      droplets: { count: 1, last_tagged_uri: at(`droplets/${droplet.id}`) },
      images: { count: 1, last_tagged_uri: at(`images/${image.id}`) },
      volumes: { count: 1, last_tagged_uri: at(`volumes/${volume.id}`) },
      volume_snapshots: { count: 1, last_tagged_uri: at(`snapshots/${snapshot.id}`) },
      databases: { count: 1, last_tagged_uri: at(`databases/${database.id}`) },
    })
    // A droplet snapshot is its image, not a volume snapshot.
    expect((await sandbox.get(`/v2/snapshots/${image.id}`)).body.snapshot.tags).toEqual(['storefront'])
    const wrong = { resources: [{ resource_type: 'volume_snapshot', resource_id: String(image.id) }] } as const
    expect((await sandbox.post('/v2/tags/storefront/resources', wrong)).status).toBe(422)
    expect((await sandbox.delete('/v2/tags/storefront')).status).toBe(204)
    expect((await sandbox.get(`/v2/droplets/${droplet.id}`)).body.droplet.tags).toEqual([])
    expect((await sandbox.get(`/v2/snapshots/${image.id}`)).body.snapshot.tags).toEqual([])
  })

  it('adds a tag once, in its first spelling', async ({ instant: sandbox }) => {
    const input = ['Storefront', 'storefront', 'env:prod', 'STOREFRONT', 'env:prod'] as const
    const kept = ['Storefront', 'env:prod']
    const read = async (path: string, name: string) => (await sandbox.ask('GET', path)).body[name].tags
    const { droplet } = (await sandbox.post('/v2/droplets', { ...webServer, tags: input })).body
    expect(droplet.tags).toEqual(kept)
    expect(await read(`/v2/droplets/${droplet.id}`, 'droplet')).toEqual(kept)
    const { volume } = (await sandbox.post('/v2/volumes', { ...coversVolume, tags: input })).body
    expect(volume.tags).toEqual(kept)
    const { snapshot } = (await sandbox.post(`/v2/volumes/${volume.id}/snapshots`, { name: 'copy', tags: input })).body
    expect(snapshot.tags).toEqual(kept)
    const attach = { type: 'attach', droplet_id: droplet.id, tags: ['ENV:prod', 'Shared', 'shared'] } as const
    expect((await sandbox.post(`/v2/volumes/${volume.id}/actions`, attach)).status).toBe(202)
    expect(await read(`/v2/volumes/${volume.id}`, 'volume')).toEqual([...kept, 'Shared'])
    const small = { engine: 'pg', version: '17', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 } as const
    const { database } = (await sandbox.post('/v2/databases', { ...small, name: 'orders', tags: input })).body
    expect(database.tags).toEqual(kept)
    const { vector_db: vectors } = (
      await sandbox.post('/v2/vector-databases', { name: 'books', region: 'nyc3', size: 'small', tags: ['a'] })
    ).body
    const path = `/v2/vector-databases/${vectors.id}` as const
    expect((await sandbox.put(`${path}/tags`, { tags: input })).body.vector_db.tags).toEqual(kept)
    const { image } = (await sandbox.post('/v2/images', { name: 'own', url: 'https://files.example/own.img', region: 'nyc3', tags: input }))
      .body
    expect(image.tags).toEqual(kept)
    expect((await sandbox.get('/v2/tags')).body.tags.map(({ name }) => name).toSorted()).toEqual([...kept, 'Shared', 'a'].toSorted())
  })

  it('creates a tag that exists without an error', async ({ sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const resources = [{ resource_type: 'volume', resource_id: volume.id }] as const
    expect((await sandbox.post('/v2/tags/env:prod/resources', { resources })).status).toBe(404)
    const [first, second] = [await sandbox.post('/v2/tags', { name: 'Env:prod' }), await sandbox.post('/v2/tags', { name: 'env:PROD' })]
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect((await sandbox.post('/v2/tags/Env%3Aprod/resources', { resources })).status).toBe(204)
    expect((await sandbox.get(`/v2/volumes/${volume.id}`)).body.volume.tags).toEqual(['Env:prod'])
    expect((await sandbox.get('/v2/tags')).body.meta.total).toBe(1)
    for (let n = 0; n < 2; n += 1) expect((await sandbox.delete('/v2/tags/Env:prod/resources', { resources })).status).toBe(204)
    expect((await sandbox.get(`/v2/volumes/${volume.id}`)).body.volume.tags).toEqual([])
  })
})
