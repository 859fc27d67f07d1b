import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { createTestSandbox, type TestSandbox } from '../../../test/create-test-sandbox.ts'
import { type Fields, forbidden } from '../../../test/operation-at.ts'

const unknownId = '0b6c2e91-53d7-4f8a-9c14-e27a5d08b6f3'
const access_policy = {
  anonuid: 1500,
  anongid: 1500,
  protocols: ['NFS4'],
  squash_config: 'ALL_SQUASH',
  identity_enforcement_enabled: true,
} as const

const createVpc = async (sandbox: TestSandbox, name: string, ip_range: string, region = 'nyc3') =>
  (await sandbox.post('/v2/vpcs', { name, region, ip_range })).body.vpc.id as string

async function createShare(more: Fields<'/v2/nfs'> = {}) {
  const sandbox = createTestSandbox()
  const vpc = await createVpc(sandbox, 'net', '10.20.0.0/20')
  const second = await createVpc(sandbox, 'net-2', '10.30.0.0/20')
  const created = await sandbox.post('/v2/nfs', { name: 'print-masters', size_gib: 200, region: 'nyc3', vpc_ids: [vpc], ...more })
  const path = `/v2/nfs/${created.body.share.id}` as const
  const act = (type: string, params: object, region?: string) => sandbox.post(`${path}/actions`, forbidden({ type, params, region }))
  return {
    sandbox,
    vpc,
    second,
    created,
    path,
    id: created.body.share.id as string,
    act,
    read: async () => (await sandbox.get(path)).body.share,
  }
}

const it = plain.extend('made', () => createShare())

describe('NFS shares', () => {
  it('creates a share with a mount path and a default access point', async ({ made: { sandbox, vpc, created, path, id, read } }) => {
    expect(created.status).toBe(201)
    expect(created.body.share).toMatchObject({
      status: 'CREATING',
      size_gib: 200,
      region: 'nyc3',
      vpc_ids: [vpc],
      performance_tier: 'standard',
      host: '',
      mount_path: '',
      access_points: [],
    })
    await sandbox.pass(20)
    const share = await read()
    expect(share).toMatchObject({
      status: 'ACTIVE',
      access_points: [{ name: 'default', path: '/', is_default: true, status: 'ACCESS_POINT_ACTIVE' }],
    })
    expect(share.host).toMatch(/^10\.20\./)
    expect(share.mount_path.endsWith(`/${id}`)).toBe(true)
    expect((await sandbox.get('/v2/nfs?region=nyc3')).body.shares).toEqual([share])
    expect((await sandbox.get('/v2/nfs?region=ams3')).body.shares).toEqual([])
    expect((await sandbox.get('/v2/nfs?region=')).body.meta.total).toBe(1)
    expect((await sandbox.get(`${path}?region=ams3`)).status).toBe(404)
    expect((await sandbox.delete(`${path}?region=ams3`)).status).toBe(404)
    expect((await sandbox.delete(`${path}?region=nyc3`)).status).toBe(204)
    expect((await sandbox.get(`/v2/nfs/access_points/${share.access_points[0].id}`)).status).toBe(404)
  })

  it('puts a share without a VPC into the default VPC of its region', async ({ sandbox }) => {
    const { vpcs } = (await sandbox.get('/v2/vpcs?per_page=200')).body
    const usual = vpcs.find((vpc) => vpc.region === 'ams3' && vpc.default)
    for (const more of [{}, { vpc_ids: [] }]) {
      const created = await sandbox.post('/v2/nfs', { name: 'spare', size_gib: 50, region: 'ams3', ...more })
      expect(created.body.share.vpc_ids).toEqual([usual?.id])
    }
  })

  it('returns 422 for a VPC of another region and for an unknown region', async ({ made: { sandbox, vpc } }) => {
    const far = await createVpc(sandbox, 'far', '10.40.0.0/20', 'ams3')
    const make = async (more: Fields<'/v2/nfs'>) =>
      (await sandbox.post('/v2/nfs', { name: 'a', size_gib: 50, region: 'nyc3', vpc_ids: [vpc], ...more })).body.message
    expect(await make({ vpc_ids: [far] })).toContain('vpc_ids')
    expect(await make({ vpc_ids: [unknownId] })).toContain('vpc_ids')
    expect(await make({ region: 'ams2', vpc_ids: [] })).toContain('region')
  })

  it('makes a share inactive when its last VPC is deleted', async ({ made: { sandbox, second, path } }) => {
    const { share } = (await sandbox.post('/v2/nfs', { name: 'b', size_gib: 50, region: 'nyc3', vpc_ids: [second] })).body
    await sandbox.pass(20)
    expect((await sandbox.delete(`/v2/vpcs/${second}`)).status).toBe(204)
    expect((await sandbox.get(`/v2/nfs/${share.id}`)).body.share).toMatchObject({ status: 'INACTIVE', vpc_ids: [] })
    expect((await sandbox.get(path)).body.share.status).toBe('ACTIVE')
  })
})

describe('NFS actions', () => {
  it('[actions-nfs-returns-action] returns an action, runs one at a time, and lists it under /v2/actions', async ({
    made: { sandbox, act, id, path, read },
  }) => {
    expect((await act('resize', { size_gib: 300 })).status).toBe(409)
    await sandbox.pass(20)
    const { status, body } = await act('resize', { size_gib: 300 }, 'nyc3')
    expect(status).toBe(201)
    expect(body.action).toMatchObject({
      type: 'resize',
      status: 'IN_PROGRESS',
      resource_id: id,
      resource_type: 'SHARE',
      region_slug: 'nyc3',
      completed_at: null,
    })
    const { id: actionId } = (await sandbox.get('/v2/actions')).body.actions[0] ?? {}
    const action = { type: 'resize', resource_type: 'SHARE', resource_id: null, region_slug: 'nyc3' }
    const readAction = async () => (await sandbox.get(`/v2/actions/${actionId}`)).body.action
    expect(await readAction()).toMatchObject({ ...action, status: 'in-progress', completed_at: null })
    expect((await act('resize', { size_gib: 400 })).status).toBe(409)
    expect((await sandbox.delete(path)).status).toBe(409)
    expect((await read()).size_gib).toBe(200)
    await sandbox.pass(10)
    expect((await read()).size_gib).toBe(300)
    expect(await readAction()).toMatchObject({ ...action, status: 'completed', completed_at: expect.any(String) })
    expect((await sandbox.get('/v2/actions')).body.actions).toMatchObject([action])
    expect((await act('resize', { size_gib: 300 })).status).toBe(422)
    expect((await act('resize', { size_gib: 400 }, 'ams3')).status).toBe(404)
  })

  it('attaches a share to a VPC, detaches it and reassigns it', async ({ made: { sandbox, act, vpc, second, read } }) => {
    await sandbox.pass(20)
    const { host } = await read()
    const done = async (type: string, params: object) => {
      const { status } = await act(type, params)
      await sandbox.pass(10)
      return status
    }
    expect(await done('attach', { vpc_id: vpc })).toBe(422)
    expect(await done('attach', { vpc_id: unknownId })).toBe(422)
    expect(await done('detach', { vpc_id: second })).toBe(422)
    expect(await done('attach', { vpc_id: second })).toBe(422)
    expect(await read()).toMatchObject({ vpc_ids: [vpc], host, locked: false })
    expect(await done('reassign', { old_vpc_id: second, new_vpc_id: vpc })).toBe(422)
    expect(await done('reassign', { old_vpc_id: vpc, new_vpc_id: second })).toBe(201)
    expect((await read()).host).toMatch(/^10\.30\./)
    expect(await done('detach', { vpc_id: second })).toBe(201)
    expect(await read()).toMatchObject({ vpc_ids: [], status: 'INACTIVE' })
    expect(await done('resize', { size_gib: 300 })).toBe(409)
    expect(await done('attach', { vpc_id: vpc })).toBe(201)
    expect(await read()).toMatchObject({ vpc_ids: [vpc], status: 'ACTIVE' })
  })

  it('changes the tier of a share', async () => {
    const { sandbox, act, read } = await createShare({ performance_tier: 'standard' })
    await sandbox.pass(20)
    expect((await act('switch_performance_tier', { performance_tier: 'standard' })).status).toBe(422)
    expect((await act('switch_performance_tier', { performance_tier: 'high' })).status).toBe(201)
    expect(await read()).toMatchObject({ performance_tier: 'high', locked: true })
    await sandbox.pass(10)
    expect(await read()).toMatchObject({ performance_tier: 'high', locked: false })
  })

  it('creates snapshots that outlive the share', async ({ made: { sandbox, act, id, path } }) => {
    await sandbox.pass(20)
    const { status, body } = await act('snapshot', { name: 'before-sale' })
    expect(status).toBe(201)
    const { resource_id: named, resource_type: kind } = body.action
    expect([kind, (await sandbox.get(`/v2/nfs/snapshots/${named}`)).body.snapshot.name]).toEqual(['SNAPSHOT', 'before-sale'])
    const [snapshot] = (await sandbox.get(`/v2/nfs/snapshots?share_id=${id}&region=nyc3`)).body.snapshots
    expect(snapshot).toMatchObject({ name: 'before-sale', size_gib: 200, region: 'nyc3', status: 'CREATING', share_id: id })
    await sandbox.pass(10)
    const own = `/v2/nfs/snapshots/${snapshot.id}` as const
    expect((await sandbox.get(own)).body.snapshot.status).toBe('SNAPSHOT_AVAILABLE')
    expect((await sandbox.get(`/v2/nfs/snapshots?share_id=${unknownId}`)).body.meta.total).toBe(0)
    expect((await sandbox.delete(path)).status).toBe(204)
    expect((await sandbox.get(`${own}?region=ams3`)).status).toBe(404)
    expect((await sandbox.delete(`${own}?region=ams3`)).status).toBe(404)
    expect((await sandbox.delete(own)).status).toBe(204)
  })
})

describe('NFS access points', () => {
  it('creates an access point for a folder, and returns it after it was deleted', async ({ made: { sandbox, vpc, second, id, read } }) => {
    const list = `/v2/nfs/shares/${id}/access_points` as const
    const input = { name: 'prepress', path: '/prepress', access_policy, vpc_id: vpc } as const
    expect((await sandbox.post(list, input)).status).toBe(409)
    await sandbox.pass(20)
    expect((await sandbox.post(list, { ...input, vpc_id: second })).status).toBe(422)
    expect((await sandbox.post(list, { ...input, name: 'default' })).status).toBe(409)
    const created = await sandbox.post(list, input)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      access_point: { ...input, share_id: id, status: 'ACCESS_POINT_CREATING', is_default: false },
      action: { type: 'create_access_point', resource_id: id, resource_type: 'SHARE' },
    })
    expect((await sandbox.post(list, input)).status).toBe(409)
    await sandbox.pass(5)
    const point = `/v2/nfs/access_points/${created.body.access_point.id}` as const
    expect((await sandbox.get(point)).body.access_point.status).toBe('ACCESS_POINT_ACTIVE')
    expect((await sandbox.get(list)).body.access_points.map(({ name }) => name)).toEqual(['default', 'prepress'])
    expect((await read()).access_points).toHaveLength(2)
    const closed = await sandbox.delete(point)
    expect(closed).toMatchObject({
      status: 200,
      body: { access_point: { status: 'ACCESS_POINT_DELETED' }, action: { type: 'delete_access_point' } },
    })
    expect((await sandbox.delete(point)).status).toBe(404)
    expect((await sandbox.get(point)).body.access_point.status).toBe('ACCESS_POINT_DELETED')
    expect((await sandbox.get(list)).body.meta.total).toBe(1)
    expect((await sandbox.get(`${list}?status=ACCESS_POINT_DELETED`)).body.meta.total).toBe(1)
    expect((await read()).access_points).toHaveLength(1)
    expect((await sandbox.post(list, input)).status).toBe(201)
  })

  it('keeps the default access point as long as the share', async ({ made: { sandbox, read } }) => {
    await sandbox.pass(20)
    const [point] = (await read()).access_points
    expect((await sandbox.delete(`/v2/nfs/access_points/${point.id}`)).status).toBe(400)
  })
})
