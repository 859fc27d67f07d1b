import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it as plain } from '../../../test/it.ts'
import { coversVolume, type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
import { type BodyAt, type Fields, forbidden } from '../../../test/operation-at.ts'

async function createDroplet(sandbox: TestSandbox, more: Fields<'/v2/droplets'> = {}) {
  const { body } = await sandbox.post('/v2/droplets', { ...webServer, ...more })
  await sandbox.pass(30)
  return body.droplet
}

const it = plain.extend('made', ({ sandbox }) => createDroplet(sandbox))

describe('droplets', () => {
  it('are new and locked until their create action completes', async ({ sandbox }) => {
    const created = await sandbox.post('/v2/droplets', { ...webServer, tags: ['storefront'], ipv6: true })
    expect(created.status).toBe(202)
    expect(created.body.droplet).toMatchObject({ status: 'new', locked: true, networks: { v4: [], v6: [] } })
    const action = created.body.links.actions[0]
    expect(action).toMatchObject({ rel: 'create', href: `/v2/actions/${action.id}` as const })
    await sandbox.pass(29)
    expect((await sandbox.get(`/v2/actions/${action.id}`)).body.action).toMatchObject({ status: 'in-progress', completed_at: null })
    await sandbox.pass(1)
    const { droplet } = (await sandbox.get(`/v2/droplets/${created.body.droplet.id}`)).body
    expect(droplet).toMatchObject({ status: 'active', locked: false, tags: ['storefront'] })
    expect(droplet.networks.v4.map(({ type }) => type)).toEqual(['public', 'private'])
    expect(droplet.networks.v6).toHaveLength(1)
    expect((await sandbox.get(`/v2/actions/${action.id}`)).body.action.status).toBe('completed')
  })

  it('are created together, or none of them', async ({ sandbox }) => {
    const { name: _, ...rest } = webServer
    const created = await sandbox.post('/v2/droplets', { ...rest, names: ['web-01', 'web-02'] })
    expect(created.body.droplets).toHaveLength(2)
    expect(created.body.links.actions).toHaveLength(2)
    const refused = await sandbox.post('/v2/droplets', {
      ...rest,
      names: Array.from({ length: 10 }, (_each, n) => `w-${n}`),
      image: 'no-such',
    })
    expect(refused.status).toBe(422)
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(2)
  })

  const wrong = [
    { input: { size: 'no-such' }, expected: 'size' },
    { input: { name: undefined }, expected: 'name or names: must be given' },
    { input: { names: ['web-01'] }, expected: 'name and names: belong to different variants; send the fields of one variant only' },
  ]
  it.for(wrong)('are rejected for $expected', async ({ input, expected }, { sandbox }) => {
    await expectRefusal(sandbox.post('/v2/droplets', forbidden({ ...webServer, ...input })), 422, expected)
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(0)
  })

  it('accept the requests of official clients: null lists, empty ids, volumes as objects', async ({ sandbox }) => {
    const { id } = (await sandbox.post('/v2/volumes', coversVolume)).body.volume
    const { status, body } = await sandbox.post(
      '/v2/droplets',
      forbidden({ ...webServer, names: null, vpc_uuid: '', tags: null, ssh_keys: null, volumes: [{ id }], unknown: 1 }),
    )
    expect(status).toBe(202)
    expect(body.droplet.volume_ids).toEqual([id])
  })

  it('are resized while off, snapshotted, and restored from the snapshot', async ({ instant: sandbox }) => {
    const { id } = await createDroplet(sandbox)
    const act = (body: BodyAt<'post', `/v2/droplets/${number}/actions`>) => sandbox.post(`/v2/droplets/${id}/actions`, body)
    expect((await act({ type: 'resize', size: 's-2vcpu-4gb' })).status).toBe(422)
    await act({ type: 'power_off' })
    await act({ type: 'resize', size: 's-2vcpu-4gb', disk: true })
    await act({ type: 'snapshot', name: 'before-sale' })
    const { droplet } = (await sandbox.get(`/v2/droplets/${id}`)).body
    expect(droplet).toMatchObject({ size_slug: 's-2vcpu-4gb', disk: 80 })
    expect((await sandbox.get(`/v2/droplets/${id}/snapshots`)).body.snapshots[0].name).toBe('before-sale')
    const [image] = droplet.snapshot_ids
    expect((await sandbox.get(`/v2/snapshots/${image}`)).body.snapshot).toMatchObject({ resource_id: String(id), resource_type: 'droplet' })
    expect((await act({ type: 'restore', image })).status).toBe(201)
    expect((await sandbox.delete(`/v2/snapshots/${image}`)).status).toBe(204)
    expect((await sandbox.get(`/v2/droplets/${id}`)).body.droplet.snapshot_ids).toEqual([])
  })

  it('run actions by tag on all droplets or on none', async ({ sandbox }) => {
    await createDroplet(sandbox, { tags: ['env:prod'] })
    await createDroplet(sandbox, { name: 'web-02', tags: ['env:prod'] })
    const { body } = await sandbox.post('/v2/droplets/actions?tag_name=ENV:prod', { type: 'reboot' })
    expect(body.actions).toHaveLength(2)
    expect((await sandbox.post('/v2/droplets/actions?tag_name=env:prod', { type: 'reboot' })).status).toBe(422)
    expect((await sandbox.delete('/v2/droplets?tag_name=env:prod')).status).toBe(204)
    expect((await sandbox.delete('/v2/droplets?tag_name=env:prod')).status).toBe(404)
  })

  it('share physical hosts with droplets of their region', async ({ sandbox }) => {
    const ids: number[] = []
    for (const name of ['web-01', 'web-02', 'web-03', 'web-04']) ids.push((await createDroplet(sandbox, { name })).id)
    await createDroplet(sandbox, { region: 'sfo3' })
    const { droplets } = (await sandbox.get(`/v2/droplets/${ids[0]}/neighbors`)).body
    expect(droplets.map(({ id }) => id)).toEqual([ids[3]])
    expect((await sandbox.get(`/v2/droplets/${ids[1]}/neighbors`)).body.droplets).toEqual([])
    expect((await sandbox.get('/v2/reports/droplet_neighbors_ids')).body).toEqual({ neighbor_ids: [[ids[0], ids[3]]] })
  })

  it('list their enabled features', async ({ sandbox }) => {
    const featuresWith = async (more: Fields<'/v2/droplets'>) =>
      (await sandbox.post('/v2/droplets', { ...webServer, ...more })).body.droplet.features
    expect(await featuresWith({})).toEqual(['droplet_agent'])
    const all = { backups: true, ipv6: true, monitoring: true, with_droplet_agent: false }
    expect(await featuresWith(all)).toEqual(['backups', 'ipv6', 'monitoring'])
  })

  it('list their reserved IP after their own public address', async ({ instant: sandbox }) => {
    const [{ id }, { id: other }] = [await createDroplet(sandbox), await createDroplet(sandbox)]
    const { ip } = (await sandbox.post('/v2/reserved_ips', { region: 'nyc3' })).body.reserved_ip
    const addressesOf = async (droplet: number) =>
      (await sandbox.get(`/v2/droplets/${droplet}`)).body.droplet.networks.v4.map((each) => [each.type, each.ip_address])
    const before = await addressesOf(id)
    await sandbox.post(`/v2/reserved_ips/${ip}/actions`, { type: 'assign', droplet_id: id })
    expect(await addressesOf(id)).toEqual([before[0], ['public', ip], before[1]])
    await sandbox.post(`/v2/reserved_ips/${ip}/actions`, { type: 'assign', droplet_id: other })
    expect(await addressesOf(id)).toEqual(before)
    expect(await addressesOf(other)).toContainEqual(['public', ip])
    await sandbox.post(`/v2/reserved_ips/${ip}/actions`, { type: 'unassign' })
    expect(await addressesOf(other)).toHaveLength(2)
  })

  it('are removed when their create action fails', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/faults', { operation: 'droplets_create', action: 'errored' })
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    expect((await sandbox.get(`/v2/droplets/${droplet.id}`)).status).toBe(200)
    await sandbox.pass(30)
    expect((await sandbox.get(`/v2/droplets/${droplet.id}`)).status).toBe(404)
  })

  it('complete a rebuild even if its image is deleted meanwhile', async ({ sandbox, made: { id } }) => {
    await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'snapshot', name: 'short-lived' })
    await sandbox.pass(5)
    const [image] = (await sandbox.get(`/v2/droplets/${id}`)).body.droplet.snapshot_ids
    await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'restore', image })
    await sandbox.delete(`/v2/images/${image}`)
    await sandbox.pass(5)
    expect((await sandbox.get(`/v2/droplets/${id}`)).body.droplet).toMatchObject({ locked: false, image: { id: image }, snapshot_ids: [] })
  })

  it('list their kernels, neighbors, firewalls and backups', async ({ sandbox, made: { id } }) => {
    for (const list of ['kernels', 'neighbors', 'firewalls', 'backups'] as const) {
      expect((await sandbox.get(`/v2/droplets/${id}/${list}`)).body.meta).toEqual({ total: 0 })
    }
    expect((await sandbox.get('/v2/reports/droplet_neighbors_ids')).status).toBe(200)
    expect((await sandbox.get('/v2/droplets?type=gpus')).body.meta.total).toBe(0)
    expect((await sandbox.get('/v2/droplets?name=WEB-01')).body.meta.total).toBe(1)
    expect((await sandbox.get('/v2/droplets?name=&tag_name=&type=')).body.meta.total).toBe(1)
  })
})

describe('volumes of droplets', () => {
  it('are attached and detached by actions that lock both', async ({ sandbox, made: { id } }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const started = await sandbox.post(`/v2/volumes/${volume.id}/actions`, { type: 'attach', droplet_id: id })
    expect(started).toMatchObject({ status: 202, body: { action: { resource_id: null, resource_type: 'backend', region_slug: 'nyc3' } } })
    expect((await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'reboot' })).status).toBe(422)
    await sandbox.pass(5)
    expect((await sandbox.get(`/v2/volumes/${volume.id}`)).body.volume.droplet_ids).toEqual([id])
    expect((await sandbox.get(`/v2/droplets/${id}`)).body.droplet.volume_ids).toEqual([volume.id])
    expect((await sandbox.delete(`/v2/volumes/${volume.id}`)).status).toBe(409)
    await sandbox.post('/v2/volumes/actions', { type: 'detach', volume_name: 'covers-data', region: 'nyc3', droplet_id: id })
    await sandbox.pass(5)
    expect((await sandbox.get(`/v2/volumes/${volume.id}/actions`)).body.meta.total).toBe(2)
    expect((await sandbox.delete(`/v2/volumes/${volume.id}`)).status).toBe(204)
  })

  it('are kept when their droplet is deleted', async ({ sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const { id } = await createDroplet(sandbox, { volumes: [volume.id] })
    await sandbox.delete(`/v2/droplets/${id}`)
    expect((await sandbox.get(`/v2/volumes/${volume.id}`)).body.volume.droplet_ids).toEqual([])
  })

  it('grow, are copied through snapshots, and never shrink', async ({ instant: sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    expect((await sandbox.post(`/v2/volumes/${volume.id}/actions`, { type: 'resize', size_gigabytes: 50 })).status).toBe(422)
    await sandbox.post(`/v2/volumes/${volume.id}/actions`, { type: 'resize', size_gigabytes: 200 })
    const { snapshot } = (await sandbox.post(`/v2/volumes/${volume.id}/snapshots`, { name: 'before-sale' })).body
    expect(snapshot.min_disk_size).toBe(200)
    const copy = await sandbox.post('/v2/volumes', { ...coversVolume, name: 'copy', snapshot_id: snapshot.id })
    expect(copy).toMatchObject({ status: 201, body: { volume: { size_gigabytes: 200 } } })
    expect((await sandbox.get('/v2/snapshots?resource_type=volume')).body.meta.total).toBe(1)
    expect((await sandbox.get(`/v2/volumes/${volume.id}/snapshots`)).body.meta.total).toBe(1)
    expect((await sandbox.delete(`/v2/volumes/snapshots/${snapshot.id}`)).status).toBe(204)
  })
})
