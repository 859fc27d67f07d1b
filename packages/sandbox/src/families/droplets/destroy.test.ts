import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { coversVolume, createTestSandbox, type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'

/** web-01 with an address, a volume, and a snapshot of each. */
async function createShop(sandbox: TestSandbox) {
  const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
  const { id } = (await sandbox.post('/v2/droplets', { ...webServer, volumes: [{ name: coversVolume.name }] })).body.droplet
  await sandbox.pass(30)
  const { ip } = (await sandbox.post('/v2/reserved_ips', { droplet_id: id })).body.reserved_ip
  await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'snapshot', name: 'before-sale' })
  const { snapshot } = (await sandbox.post(`/v2/volumes/${volume.id}/snapshots`, { name: 'covers-before-sale' })).body
  await sandbox.pass(5)
  return { id, ip, volume: volume.id, copy: snapshot.id, path: `/v2/droplets/${id}/destroy_with_associated_resources` as const }
}

const dangerous = { headers: { 'x-dangerous': 'true' } }

const it = plain.extend('shop', ({ sandbox }) => createShop(sandbox))

describe('destroying a droplet with its associated resources', () => {
  it('lists the resources and their cost first', async ({ sandbox, shop: { ip, volume, copy, path } }) => {
    const { body } = await sandbox.get(path)
    expect(body).toMatchObject({
      reserved_ips: [{ id: ip, name: ip, cost: '0.00' }],
      snapshots: [{ name: 'before-sale', cost: '0.04' }],
      volumes: [{ id: volume, name: 'covers-data', cost: '10.00' }],
      volume_snapshots: [{ id: copy, cost: '0.00' }],
    })
    expect(body.floating_ips).toEqual(body.reserved_ips)
    expect((await sandbox.get(`${path}/status`)).status).toBe(404)
    expect((await sandbox.post(`${path}/retry`)).status).toBe(404)
  })

  it('deletes everything in steps after confirmation', async ({ sandbox, shop: { id, ip, volume, copy, path } }) => {
    expect((await sandbox.delete(`${path}/dangerous`)).status).toBe(422)
    expect((await sandbox.delete(`${path}/dangerous`, undefined, dangerous)).status).toBe(202)
    expect((await sandbox.delete(`${path}/dangerous`, undefined, dangerous)).status).toBe(409)
    expect((await sandbox.post(`${path}/retry`)).status).toBe(409)
    await sandbox.pass(8)
    const running = (await sandbox.get(`${path}/status`)).body
    expect(running).toMatchObject({ droplet: { id: String(id), destroyed_at: null }, completed_at: null, failures: 0 })
    expect(running.resources.reserved_ips[0].destroyed_at).toEqual(expect.any(String))
    expect(running.resources.floating_ips).toEqual(running.resources.reserved_ips)
    await sandbox.pass(12)
    const ended = (await sandbox.get(`${path}/status`)).body
    expect(ended).toMatchObject({ droplet: { destroyed_at: expect.any(String) }, completed_at: expect.any(String), failures: 0 })
    const deletedPaths = [`/v2/droplets/${id}`, `/v2/reserved_ips/${ip}`, `/v2/volumes/${volume}`, `/v2/snapshots/${copy}`] as const
    for (const each of deletedPaths) expect((await sandbox.get(each)).status).toBe(404)
    expect((await sandbox.get('/v2/snapshots')).body.meta.total).toBe(0)
    expect((await sandbox.get('/v2/images?private=true')).body.meta.total).toBe(0)
    expect((await sandbox.post(`${path}/retry`)).status).toBe(409)
  })

  it('keeps resources that were not selected', async () => {
    const sandbox = createTestSandbox({ actionSeconds: 0 })
    const { id, ip, volume, copy, path } = await createShop(sandbox)
    const refused = await sandbox.delete(`${path}/selective`, { volumes: ['no-such'] })
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('volumes') } })
    expect((await sandbox.delete(`${path}/selective`, { floating_ips: [ip], volume_snapshots: [copy], snapshots: null })).status).toBe(202)
    expect((await sandbox.get(`/v2/droplets/${id}`)).status).toBe(404)
    expect((await sandbox.get(`/v2/reserved_ips/${ip}`)).status).toBe(404)
    expect((await sandbox.get(`/v2/snapshots/${copy}`)).status).toBe(404)
    expect((await sandbox.get(`/v2/volumes/${volume}`)).body.volume.droplet_ids).toEqual([])
    expect((await sandbox.get('/v2/snapshots?resource_type=droplet')).body.meta.total).toBe(1)
  })

  it('deletes only the droplet if the request has no body', async () => {
    const sandbox = createTestSandbox({ actionSeconds: 0 })
    const { id, ip, path } = await createShop(sandbox)
    expect((await sandbox.delete(`${path}/selective`)).status).toBe(202)
    expect((await sandbox.get(`/v2/droplets/${id}`)).status).toBe(404)
    expect((await sandbox.get(`/v2/reserved_ips/${ip}`)).body.reserved_ip.droplet).toBeNull()
    expect((await sandbox.get(`${path}/status`)).body.resources.volumes).toEqual([])
  })

  it('reports resources that could not be deleted, and retries on request', async ({ sandbox, shop: { volume, path } }) => {
    await sandbox.delete(`${path}/selective`, { volumes: [volume] })
    await sandbox.pass(14)
    await sandbox.post(`/v2/volumes/${volume}/actions`, { type: 'resize', size_gigabytes: 200 })
    await sandbox.pass(6)
    const failed = (await sandbox.get(`${path}/status`)).body
    expect(failed).toMatchObject({ failures: 1, completed_at: expect.any(String) })
    expect(failed.resources.volumes).toMatchObject([{ destroyed_at: null, error_message: 'The volume is in use by another operation.' }])
    expect((await sandbox.post(`${path}/retry`)).status).toBe(202)
    await sandbox.pass(20)
    const { failures, resources } = (await sandbox.get(`${path}/status`)).body
    expect(failures).toBe(0)
    expect(resources.volumes).toMatchObject([{ destroyed_at: expect.any(String), error_message: null }])
    expect((await sandbox.get(`/v2/volumes/${volume}`)).status).toBe(404)
  })
})
