import { describe, expect, it } from 'vitest'
import { coversVolume, makeSandbox, webServer } from './make-sandbox.ts'

const mayaKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGVkMjU1MTlrZXlmb3J0aWRld2F0ZXJib29rc3ho maya@laptop'

describe('images', () => {
  it('are read by id and by slug, and filtered', async () => {
    const sandbox = makeSandbox()
    const bySlug = (await sandbox.get('/v2/images/ubuntu-24-04-x64')).body.image
    expect((await sandbox.get(`/v2/images/${bySlug.id}`)).body.image).toEqual(bySlug)
    const all = (await sandbox.get('/v2/images')).body.meta.total
    const apps = (await sandbox.get('/v2/images?type=application')).body.meta.total
    expect(apps).toBeGreaterThan(0)
    expect((await sandbox.get('/v2/images?type=distribution')).body.meta.total).toBe(all - apps)
    expect((await sandbox.get('/v2/images?private=true')).body.meta.total).toBe(0)
    expect((await sandbox.delete(`/v2/images/${bySlug.id}`)).status).toBe(404)
  })

  it('are imported in two steps', async () => {
    const sandbox = makeSandbox()
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
  it('are found by id and by fingerprint, and kept once', async () => {
    const sandbox = makeSandbox()
    const made = await sandbox.post('/v2/account/keys', { name: 'maya-laptop', public_key: mayaKey })
    expect(made.status).toBe(201)
    const { id, fingerprint } = made.body.ssh_key
    expect(fingerprint).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/)
    expect((await sandbox.get(`/v2/account/keys/${fingerprint}`)).body.ssh_key.id).toBe(id)
    expect((await sandbox.post('/v2/account/keys', { name: 'again', public_key: mayaKey })).status).toBe(409)
    expect((await sandbox.post('/v2/account/keys', { name: 'bad', public_key: 'ssh-rsa AAAA' })).status).toBe(422)
    expect((await sandbox.put(`/v2/account/keys/${fingerprint}`, { name: 'renamed' })).body.ssh_key).toMatchObject({ id, name: 'renamed' })
    expect((await sandbox.delete(`/v2/account/keys/${fingerprint}`)).status).toBe(204)
    expect((await sandbox.get(`/v2/account/keys/${id}`)).status).toBe(404)
  })
})

describe('tags', () => {
  it('count what has them, whatever the case', async () => {
    const sandbox = makeSandbox()
    const { volume } = (await sandbox.post('/v2/volumes', { ...coversVolume, tags: ['Storefront'] })).body
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    expect((await sandbox.post('/v2/tags', { name: 'storefront' })).status).toBe(409)
    const resources = [{ resource_id: String(droplet.id), resource_type: 'droplet' }]
    expect((await sandbox.post('/v2/tags/storefront/resources', { resources })).status).toBe(204)
    const { tag } = (await sandbox.get('/v2/tags/storefront')).body
    expect(tag).toMatchObject({ name: 'Storefront', resources: { count: 2, droplets: { count: 1 }, volumes: { count: 1 } } })
    expect(
      (await sandbox.post('/v2/tags/storefront/resources', { resources: [{ resource_id: '1', resource_type: 'droplet' }] })).status,
    ).toBe(422)
    expect((await sandbox.delete('/v2/tags/storefront/resources', { resources })).status).toBe(204)
    expect((await sandbox.get('/v2/tags')).body.tags[0].resources.count).toBe(1)
    expect((await sandbox.delete('/v2/tags/storefront')).status).toBe(204)
    expect((await sandbox.get(`/v2/volumes/${volume.id}`)).body.volume.tags).toEqual([])
    expect((await sandbox.post('/v2/tags', { name: 'New' })).body.tag.name).toBe('New')
  })
})

describe('domains and their records', () => {
  it('begin with SOA, NS and, if asked for, A', async () => {
    const sandbox = makeSandbox()
    const made = await sandbox.post('/v2/domains', { name: 'Tidewater.example', ip_address: '203.0.113.25' })
    expect(made).toMatchObject({ status: 201, body: { domain: { name: 'tidewater.example', zone_file: null } } })
    const { domain_records: records } = (await sandbox.get('/v2/domains/tidewater.example/records')).body
    expect(records.map(({ type }: { type: string }) => type).toSorted()).toEqual(['A', 'NS', 'NS', 'NS', 'SOA'])
    expect((await sandbox.get('/v2/domains/tidewater.example')).body.domain.zone_file).toContain('IN A 203.0.113.25')
    expect((await sandbox.post('/v2/domains', { name: 'tidewater.example' })).status).toBe(409)
  })

  it('keep the rules of SOA, and forget records with their domain', async () => {
    const sandbox = makeSandbox()
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    const base = '/v2/domains/tidewater.example/records'
    const mx = (await sandbox.post(base, { type: 'MX', data: 'mail', priority: 10 })).body.domain_record
    expect(mx).toMatchObject({ name: '@', ttl: 1800, priority: 10, port: null })
    const [soa] = (await sandbox.get(`${base}?type=SOA`)).body.domain_records
    expect((await sandbox.delete(`${base}/${soa.id}`)).status).toBe(422)
    expect((await sandbox.ask('PATCH', `${base}/${soa.id}`, { type: 'SOA', ttl: 300 })).body.domain_record).toMatchObject({
      ttl: 300,
      data: '300',
    })
    expect((await sandbox.ask('PATCH', `${base}/${soa.id}`, { type: 'SOA', data: 'x' })).status).toBe(422)
    expect((await sandbox.post(base, { type: 'SOA' })).status).toBe(409)
    expect((await sandbox.put(`${base}/${mx.id}`, { type: 'MX', priority: 20 })).body.domain_record).toMatchObject({
      priority: 20,
      data: 'mail',
    })
    expect((await sandbox.put(`${base}/${mx.id}`, { type: 'A', data: '203.0.113.1' })).status).toBe(422)
    expect((await sandbox.delete('/v2/domains/tidewater.example')).status).toBe(204)
    expect((await sandbox.get(`${base}/${mx.id}`)).status).toBe(404)
  })
})

describe('projects', () => {
  it('hold resources, each in one project at a time', async () => {
    const sandbox = makeSandbox()
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    const { project } = (await sandbox.post('/v2/projects', { name: 'Storefront', purpose: 'Web application', environment: null })).body
    expect(project).toMatchObject({ is_default: false, environment: '' })
    const urn = `do:droplet:${droplet.id}`
    const assign = async (urns: readonly string[]) =>
      (await sandbox.post(`/v2/projects/${project.id}/resources`, { resources: urns })).body.resources
    expect(await assign([urn, 'do:volume:no-such'])).toMatchObject([{ urn, status: 'assigned' }, { status: 'not_found' }])
    expect(await assign([urn])).toMatchObject([{ status: 'already_assigned' }])
    expect((await sandbox.get(`/v2/projects/${project.id}/resources`)).body.resources).toMatchObject([
      { urn, status: 'ok', links: { self: `http://127.0.0.1:4020/v2/droplets/${droplet.id}` } },
    ])
    expect((await sandbox.get('/v2/projects/default/resources')).body.resources.map((each: { urn: string }) => each.urn)).not.toContain(urn)
    expect((await sandbox.delete(`/v2/projects/${project.id}`)).status).toBe(412)
    await sandbox.post('/v2/projects/default/resources', { resources: [urn] })
    expect((await sandbox.delete(`/v2/projects/${project.id}`)).status).toBe(204)
    expect((await sandbox.post(`/v2/projects/${project.id}/resources`, { resources: ['junk'] })).status).toBe(422)
  })

  it('have exactly one default', async () => {
    const sandbox = makeSandbox()
    const { project } = (await sandbox.post('/v2/projects', { name: 'Storefront', purpose: 'Shop' })).body
    await sandbox.ask('PATCH', `/v2/projects/${project.id}`, { is_default: true })
    expect((await sandbox.get('/v2/projects/default')).body.project.id).toBe(project.id)
    const { projects } = (await sandbox.get('/v2/projects')).body
    expect(projects.filter((each: { is_default: boolean }) => each.is_default)).toHaveLength(1)
    expect((await sandbox.delete(`/v2/projects/${project.id}`)).status).toBe(412)
    expect((await sandbox.post('/v2/projects', { name: 'Storefront', purpose: 'x' })).status).toBe(409)
  })
})
