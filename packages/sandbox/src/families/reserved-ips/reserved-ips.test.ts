import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { createDroplet } from '../../../test/fixtures.ts'
import { type TestSandbox } from '../../../test/create-test-sandbox.ts'
import { type BodyAt, forbidden } from '../../../test/operation-at.ts'

const reserveip = { headers: { accept: 'application/json, application/vnd.tidewater.reserveip+json;q=0.9' } } as const

describe('reserved IPs', () => {
  it('reserves an address for a droplet in its project, and locks it until it is assigned', async ({ sandbox, dropletId: id }) => {
    const { project } = (await sandbox.post('/v2/projects', { name: 'Storefront', purpose: 'Shop' })).body
    await sandbox.post(`/v2/projects/${project.id}/resources`, { resources: [`do:droplet:${id}`] })
    const { reserved_ip: address, links } = (await sandbox.post('/v2/reserved_ips', { droplet_id: id })).body
    expect(address).toMatchObject({ droplet: null, locked: true, project_id: project.id })
    expect(links.droplets).toEqual([{ id, rel: 'droplet', href: `http://127.0.0.1:4020/v2/droplets/${id}` }])
    expect(links.actions).toMatchObject([{ rel: 'assign_ip' }])
    expect((await sandbox.delete(`/v2/reserved_ips/${address.ip}`)).status).toBe(422)
    await sandbox.pass(5)
    await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'rename', name: 'web-02' })
    await sandbox.pass(5)
    // Shows the present droplet.
    expect((await sandbox.get(`/v2/reserved_ips/${address.ip}`)).body.reserved_ip).toMatchObject({
      locked: false,
      droplet: { id, name: 'web-02' },
    })
    expect((await sandbox.get(`/v2/actions/${links.actions[0].id}`)).body.action).toMatchObject({ type: 'assign_ip', status: 'completed' })
  })

  it('[reserved-ip-one-region] keeps an address in its region and unchanged across droplets', async ({ instant: sandbox }) => {
    const [here, alsoHere] = [await createDroplet(sandbox), await createDroplet(sandbox, { name: 'web-02' })]
    const elsewhere = await createDroplet(sandbox, { region: 'sfo3' })
    const { ip } = (await sandbox.post('/v2/reserved_ips', { region: 'nyc3' })).body.reserved_ip
    const act = (body: BodyAt<'post', `/v2/reserved_ips/${string}/actions`>) => sandbox.post(`/v2/reserved_ips/${ip}/actions`, body)
    const refused = await act({ type: 'assign', droplet_id: elsewhere })
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('droplet_id') } })
    const pointsTo = async () => (await sandbox.get(`/v2/reserved_ips/${ip}`)).body.reserved_ip
    await act({ type: 'assign', droplet_id: here })
    expect(await pointsTo()).toMatchObject({ ip, region: { slug: 'nyc3' }, droplet: { id: here } })
    await act({ type: 'assign', droplet_id: alsoHere })
    expect(await pointsTo()).toMatchObject({ ip, region: { slug: 'nyc3' }, droplet: { id: alsoHere } })
    await act({ type: 'unassign' })
    expect(await pointsTo()).toMatchObject({ ip, droplet: null })
  })

  it('locks an address while an action moves it', async ({ sandbox, dropletId: id }) => {
    const { ip, project_id } = (await sandbox.post('/v2/reserved_ips', { region: 'nyc3' })).body.reserved_ip
    const path = `/v2/reserved_ips/${ip}/actions` as const
    expect((await sandbox.post(path, { type: 'unassign' })).status).toBe(422)
    expect((await sandbox.post(path, { type: 'assign', droplet_id: 1 })).body.message).toContain('droplet_id')
    const { status, body } = await sandbox.post(path, { type: 'assign', droplet_id: id })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      action: {
        type: 'assign_ip',
        status: 'in-progress',
        resource_id: ip.split('.').reduce((sum: number, part: string) => sum * 256 + Number(part), 0),
        resource_type: 'reserved_ip',
        region_slug: 'nyc3',
        project_id,
      },
      reserved_ips: [ip],
    })
    expect((await sandbox.post(path, { type: 'unassign' })).body.message).toContain('already has a pending event')
    await sandbox.pass(5)
    expect((await sandbox.get(`${path}/${body.action.id}`)).body.action).toMatchObject({ status: 'completed', project_id })
    expect((await sandbox.get(path)).body).toMatchObject({ actions: [{ id: body.action.id }], reserved_ips: [ip], meta: { total: 1 } })
  })

  it('keeps an address when its droplet is deleted', async ({ instant: sandbox }) => {
    const id = await createDroplet(sandbox)
    const { ip } = (await sandbox.post('/v2/reserved_ips', { droplet_id: id })).body.reserved_ip
    await sandbox.delete(`/v2/droplets/${id}`)
    expect((await sandbox.get(`/v2/reserved_ips/${ip}`)).body.reserved_ip.droplet).toBeNull()
  })

  const wrong = [
    { input: { droplet_id: 0 }, expected: 'droplet_id: there is no droplet 0.' },
    { input: { region: 'sfo1' }, expected: 'region' },
    { input: { region: 'nyc3', project_id: '00000000-0000-4000-8000-000000000000' }, expected: 'project_id' },
    { input: { region: 'nyc3', droplet_id: 1 }, expected: '' },
  ]
  it.for(wrong)('returns 422 for a reserved IP with $input', async ({ input, expected }, { sandbox }) => {
    expect(await sandbox.post('/v2/reserved_ips', input)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(expected) },
    })
    expect((await sandbox.get('/v2/reserved_ips')).body.meta.total).toBe(0)
  })

  it('returns 422 beyond the reserved IP limit of the account', async ({ sandbox }) => {
    const { reserved_ip_limit: limit } = (await sandbox.get('/v2/account')).body.account
    for (let n = 0; n < limit; n += 1) expect((await sandbox.post('/v2/reserved_ips', { region: 'nyc3' })).status).toBe(202)
    expect((await sandbox.post('/v2/reserved_ips', { region: 'nyc3' })).status).toBe(422)
  })
})

describe('floating IPs', () => {
  it('returns the same addresses under both names', async ({ instant: sandbox }) => {
    const id = await createDroplet(sandbox)
    const created = (await sandbox.post('/v2/floating_ips', { droplet_id: id })).body
    expect(created.floating_ip).toEqual(created.reserved_ip)
    const { ip } = created.floating_ip
    const one = (await sandbox.get(`/v2/floating_ips/${ip}`)).body
    expect(one.floating_ip.droplet.id).toBe(id)
    expect(one.floating_ip).toEqual((await sandbox.get(`/v2/reserved_ips/${ip}`)).body.reserved_ip)
    const { floating_ips: older, reserved_ips: newer, meta } = (await sandbox.get('/v2/floating_ips')).body
    expect(older).toEqual(newer)
    expect(meta).toEqual({ total: 1 })
    expect((await sandbox.delete(`/v2/floating_ips/${ip}`)).status).toBe(204)
    expect((await sandbox.get(`/v2/reserved_ips/${ip}`)).status).toBe(404)
  })

  it('[reserveip-accept-header] uses the names that the Accept header selects in responses about actions', async ({ instant: sandbox }) => {
    const id = await createDroplet(sandbox)
    const { ip } = (await sandbox.post('/v2/floating_ips', { region: 'nyc3' })).body.floating_ip
    const started = await sandbox.post(`/v2/floating_ips/${ip}/actions`, { type: 'assign', droplet_id: id })
    expect(started).toMatchObject({ status: 201, body: { action: { resource_type: 'floating_ip' }, floating_ips: [ip] } })
    const paths = [`/v2/floating_ips/${ip}/actions/${started.body.action.id}`, `/v2/actions/${started.body.action.id}`] as const
    for (const path of paths) {
      const older = await sandbox.get(path)
      expect(older.body).toMatchObject({ action: { resource_type: 'floating_ip' }, floating_ips: [ip] })
      expect(older.body).not.toHaveProperty('reserved_ips')
      const newer = await sandbox.get(path, reserveip)
      expect(newer.body).toMatchObject({ action: { resource_type: 'reserved_ip' }, reserved_ips: [ip] })
      expect(newer.body).not.toHaveProperty('floating_ips')
      expect(newer.headers.get('content-type')).toContain('application/json')
    }
    for (const path of [`/v2/floating_ips/${ip}/actions`, '/v2/actions'] as const) {
      const { actions, floating_ips: addresses } = (await sandbox.get(path)).body
      expect(actions[0].resource_type).toBe('floating_ip')
      expect(addresses).toEqual([ip])
      expect((await sandbox.get(path, reserveip)).body.reserved_ips).toEqual([ip])
    }
    expect((await sandbox.get(`/v2/reserved_ips/${ip}/actions`)).body.actions[0].resource_type).toBe('reserved_ip')
  })
})

describe('reserved IPv6 addresses', () => {
  it('finds an address in any spelling, and moves it between droplets with IPv6', async ({ sandbox }) => {
    const created = await sandbox.post('/v2/reserved_ipv6', { region_slug: 'nyc3' })
    expect(created).toMatchObject({ status: 201, body: { reserved_ipv6: { region_slug: 'nyc3', droplet: null } } })
    const { ip } = created.body.reserved_ipv6
    const [head = '', tail = ''] = ip.split('::')
    const long = `${head.replace('db8', '0DB8')}:0:0:0:0:${tail}`
    expect((await sandbox.get(`/v2/reserved_ipv6/${encodeURIComponent(long)}`)).body).toEqual(created.body)
    const plain = await createDroplet(sandbox)
    const id = await createDroplet(sandbox, { name: 'web-02', ipv6: true })
    const act = (body: BodyAt<'post', `/v2/reserved_ipv6/${string}/actions`>) => sandbox.post(`/v2/reserved_ipv6/${ip}/actions`, body)
    expect((await act({ type: 'assign', droplet_id: plain })).body.message).toContain('IPv6')
    expect((await act({ type: 'unassign' })).status).toBe(422)
    const { status, body } = await act({ type: 'assign', droplet_id: id })
    expect(status).toBe(201)
    expect(body.action).toMatchObject({ type: 'assign_ip', resource_type: 'reserved_ipv6', resource_id: null, region_slug: 'nyc3' })
    await sandbox.pass(5)
    expect((await sandbox.get(`/v2/actions/${body.action.id}`)).body.action.status).toBe('completed')
    expect((await sandbox.get('/v2/reserved_ipv6')).body.reserved_ipv6s).toMatchObject([{ ip, droplet: { id } }])
    expect((await sandbox.delete(`/v2/reserved_ipv6/${ip}`)).status).toBe(422)
    expect((await act({ type: 'unassign' })).body.action.type).toBe('unassign_ip')
    await sandbox.pass(5)
    expect((await sandbox.get(`/v2/reserved_ipv6/${ip}`)).body.reserved_ipv6.droplet).toBeNull()
    await act({ type: 'assign', droplet_id: id })
    await sandbox.pass(5)
    await sandbox.delete(`/v2/droplets/${id}`)
    expect((await sandbox.get(`/v2/reserved_ipv6/${ip}`)).body.reserved_ipv6.droplet).toBeNull()
    expect((await sandbox.delete(`/v2/reserved_ipv6/${ip}`)).status).toBe(204)
    expect((await sandbox.post('/v2/reserved_ipv6', { region_slug: 'ams2' })).body.message).toContain('region_slug')
  })
})

describe('BYOIP prefixes', () => {
  const shop = { prefix: '192.0.2.0/24', region: 'nyc3', signature: 'c2lnbmF0dXJl' }

  async function bring(sandbox: TestSandbox) {
    const { body } = await sandbox.post('/v2/byoip_prefixes', shop)
    await sandbox.pass(30)
    return `/v2/byoip_prefixes/${body.uuid}` as const
  }

  it('validates, advertises and releases a prefix', async ({ sandbox }) => {
    const created = await sandbox.post('/v2/byoip_prefixes', shop)
    expect(created).toMatchObject({ status: 202, body: { region: 'nyc3', status: 'pending' } })
    expect(created.body.byoip_prefix).toEqual({ uuid: created.body.uuid, region: 'nyc3', status: 'pending' })
    const path = `/v2/byoip_prefixes/${created.body.uuid}` as const
    expect((await sandbox.get(path)).body.byoip_prefix.validations).toMatchObject([{ status: 'PENDING' }, { status: 'PENDING' }])
    expect((await sandbox.patch(path, { advertise: true })).status).toBe(422)
    await sandbox.pass(30)
    const { byoip_prefix: prefix } = (await sandbox.get(path)).body
    expect(prefix).toMatchObject({ name: '192-0-2-0-24', status: 'active', advertised: false, failure_reason: '' })
    expect(prefix.validations).toMatchObject([{ name: 'signature', status: 'PASSED' }, { status: 'PASSED' }])
    expect(await sandbox.patch(path, { advertise: true })).toMatchObject({
      status: 202,
      body: { byoip_prefix: { advertised: true } },
    })
    expect((await sandbox.delete(path)).status).toBe(202)
    expect((await sandbox.get(path)).status).toBe(404)
    expect((await sandbox.get('/v2/byoip_prefixes')).body.meta.total).toBe(0)
  })

  it('[byoip-droplets-only] assigns addresses of a prefix to droplets only', async ({ sandbox }) => {
    const path = await bring(sandbox)
    const id = await createDroplet(sandbox)
    const actions = '/v2/reserved_ips/192.0.2.10/actions'
    const { volume } = (await sandbox.post('/v2/volumes', { name: 'covers', region: 'nyc3', size_gigabytes: 1 })).body
    expect((await sandbox.post(actions, forbidden({ type: 'assign', droplet_id: volume.id }))).status).toBe(422)
    expect((await sandbox.post(actions, { type: 'assign', droplet_id: 1 })).status).toBe(422)
    expect((await sandbox.post(actions, { type: 'assign', droplet_id: id })).status).toBe(201)
    await sandbox.pass(5)
    const { ips } = (await sandbox.get(`${path}/ips`)).body
    expect(ips).toMatchObject([{ byoip: '192.0.2.10', region: 'nyc3', resource: `do:droplet:${id}` }])
    expect((await sandbox.delete(path)).status).toBe(422)
    expect((await sandbox.delete('/v2/reserved_ips/192.0.2.10')).status).toBe(422)
    await sandbox.post(actions, { type: 'unassign' })
    await sandbox.pass(5)
    expect((await sandbox.get(`${path}/ips`)).body).toEqual({ ips: [], meta: { total: 0 } })
    expect((await sandbox.get(actions)).body.meta.total).toBe(2)
    expect((await sandbox.get('/v2/reserved_ips/192.0.2.10')).status).toBe(404)
  })

  const wrong = [
    { input: { prefix: '192.0.2.1/24' }, expected: 422 },
    { input: { region: 'sfo1' }, expected: 422 },
    { input: { prefix: '192.0.0.0/18' }, expected: 409 },
  ]
  it.for(wrong)('returns $expected for a prefix with $input', async ({ input, expected }, { sandbox }) => {
    await bring(sandbox)
    const refused = await sandbox.post('/v2/byoip_prefixes', { ...shop, prefix: '203.0.113.0/24', ...input })
    expect(refused.status).toBe(expected)
    expect((await sandbox.get('/v2/byoip_prefixes')).body.meta.total).toBe(1)
  })
})
