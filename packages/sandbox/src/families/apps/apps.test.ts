import { describe, expect } from 'vitest'
import { bookClub, expectRefusal, github, createApp, createLiveApp, secondsToDeploy, web } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

describe('apps', () => {
  it('stores the spec of a new app and deploys it', async ({ sandbox }) => {
    const { app, read } = await createApp(sandbox)
    expect(app).toMatchObject({
      owner_uuid: 'b6fc48da-9c1f-4a6c-8f2d-0c4de3a7d9b1',
      spec: { name: 'book-club', region: 'nyc', services: [web] },
      pending_deployment: { cause: 'initial deployment', phase: 'PENDING_BUILD' },
      region: { slug: 'nyc', label: 'New York' },
      tier_slug: 'professional',
      domains: [],
      dedicated_ips: [],
    })
    expect(app.last_deployment_created_at).toBe(app.created_at)
    for (const field of ['active_deployment', 'in_progress_deployment', 'last_deployment_active_at', 'default_ingress', 'live_url'])
      expect(app).not.toHaveProperty(field)
    await sandbox.pass(5)
    expect(await read()).toMatchObject({ in_progress_deployment: { phase: 'BUILDING' } })
    await sandbox.pass(55)
    const live = await read()
    expect(live.active_deployment).toMatchObject({ id: app.pending_deployment.id, phase: 'ACTIVE', spec: live.spec })
    expect(live.last_deployment_active_at).toBe(live.active_deployment.phase_last_updated_at)
    expect(live).not.toHaveProperty('pending_deployment')
    expect(live.default_ingress).toMatch(/^https:\/\/book-club-\w{5}\.apps\.spindrift\.example$/)
    expect(live.live_url).toBe(live.default_ingress)
    expect(live.default_ingress).toBe(`https://${live.live_domain}`)
  })

  it('returns an app by id, and 404 when the name parameter differs', async ({ sandbox }) => {
    const { path, id } = await createApp(sandbox)
    expect((await sandbox.get(`${path}?name=book-club`)).body.app.id).toBe(id)
    expect((await sandbox.get(`${path}?name=other`)).status).toBe(404)
  })

  it('returns 409 for a name that another app of the account has', async ({ sandbox }) => {
    const { path } = await createApp(sandbox)
    await expectRefusal(sandbox.post('/v2/apps', { spec: bookClub }), 409, 'book-club')
    expect((await sandbox.put(path, { spec: bookClub })).status).toBe(200)
    const other = await createApp(sandbox, { ...bookClub, name: 'reading-list' })
    expect((await sandbox.put(other.path, { spec: bookClub })).status).toBe(409)
  })

  it('[urn-app] assigns an app to the default project or to the requested one', async ({ sandbox }) => {
    const { id } = await createApp(sandbox)
    const standard = (await sandbox.get('/v2/projects/default')).body.project.id
    const inDefault = (await sandbox.get('/v2/projects/default/resources')).body.resources
    expect(inDefault.map(({ urn }) => urn)).toContain(`do:app:${id}`)
    const { project } = (await sandbox.post('/v2/projects', { name: 'Clubs', purpose: 'Website' })).body
    const response = await sandbox.post('/v2/apps', { project_id: project.id, spec: { ...bookClub, name: 'reading-list' } })
    expect(response.body.app.project_id).toBe(project.id)
    expect((await sandbox.get(`/v2/projects/${project.id}/resources`)).body.resources).toMatchObject([
      { urn: `do:app:${response.body.app.id}`, status: 'ok' },
    ])
    const plain = (await sandbox.get('/v2/apps')).body.apps
    expect(plain).toHaveLength(2)
    expect(plain[0]).not.toHaveProperty('project_id')
    const withProjects = (await sandbox.get('/v2/apps?with_projects=true')).body.apps
    expect(withProjects.map((app) => app.project_id)).toEqual([project.id, standard])
    expect((await sandbox.post('/v2/apps', { project_id: nobody, spec: { ...bookClub, name: 'third' } })).status).toBe(404)
    expect((await sandbox.get('/v2/apps')).body.meta.total).toBe(2)
  })

  it('keeps the old deployment active until the new spec is deployed', async ({ sandbox }) => {
    const { path, app, read } = await createLiveApp(sandbox)
    const changed = { ...bookClub, services: [{ ...web, instance_count: 3 }], workers: [{ name: 'mailer', github }] } as const
    const response = await sandbox.put(path, { spec: changed, update_all_source_versions: true })
    expect(response.body.app).toMatchObject({
      active_deployment: { id: app.active_deployment.id },
      pending_deployment: { cause: 'app spec updated' },
      spec: {
        services: [{ instance_count: 3 }],
        workers: [{ name: 'mailer' }],
      },
    })
    await sandbox.pass(secondsToDeploy)
    const after = await read()
    expect(after.active_deployment.id).toBe(response.body.app.pending_deployment.id)
    expect(after.default_ingress).toBe(app.default_ingress)
    expect((await sandbox.get(`${path}/deployments/${app.active_deployment.id}`)).body.deployment.phase).toBe('SUPERSEDED')
  })

  it('deletes an app with its deployments and pending jobs', async ({ sandbox }) => {
    const { path, id } = await createApp(sandbox, { ...bookClub, alerts: [{ rule: 'DEPLOYMENT_FAILED' }] })
    expect((await sandbox.delete(path)).body).toEqual({ id })
    expect((await sandbox.get(`${path}/deployments`)).status).toBe(404)
    await sandbox.pass(300)
    expect((await sandbox.get('/v2/apps')).body.meta.total).toBe(0)
    expect((await sandbox.get('/v2/projects/default/resources')).body.resources).toEqual([])
  })

  it('removes the firewall rules of a deleted app from database clusters', async ({ sandbox }) => {
    const { id, path } = await createApp(sandbox)
    const cluster = {
      name: 'orders-pg',
      engine: 'pg',
      num_nodes: 1,
      size: 'db-s-1vcpu-1gb',
      region: 'nyc3',
      rules: [{ type: 'app', value: id }],
    } as const
    const { database } = (await sandbox.post('/v2/databases', cluster)).body
    expect(database.rules).toHaveLength(1)
    await sandbox.delete(path)
    expect((await sandbox.get(`/v2/databases/${database.id}`)).body.database.rules).toEqual([])
  })

  it('restarts all or some components without a build', async ({ sandbox }) => {
    const early = await createApp(sandbox, { ...bookClub, workers: [{ name: 'mailer', github }] })
    expect((await sandbox.post(`${early.path}/restart`, {})).status).toBe(412)
    await sandbox.pass(secondsToDeploy)
    const { active_deployment: active } = await early.read()
    const names = async () => (await sandbox.get(`${early.path}/instances`)).body.instances.map((each) => each.instance_name)
    const before = await names()
    const { deployment } = (await sandbox.post(`${early.path}/restart`, { components: ['web'] })).body
    expect(deployment).toMatchObject({
      cause: 'app restart: web',
      cloned_from: active.id,
      phase: 'PENDING_DEPLOY',
      services: active.services,
    })
    await sandbox.pass(25)
    const after = await names()
    expect((await early.read()).active_deployment.id).toBe(deployment.id)
    expect(after.filter((name) => before.includes(name)).map((name) => name.slice(0, 6))).toEqual(['mailer'])
    expect((await sandbox.post(`${early.path}/restart`)).body.deployment.cause).toBe('app restart')
    await expectRefusal(sandbox.post(`${early.path}/restart`, { components: ['nobody'] }), 404, 'nobody')
  })

  it('runs no instances while the app is archived', async ({ sandbox }) => {
    const { path, read } = await createLiveApp(sandbox)
    await sandbox.put(path, { spec: { ...bookClub, maintenance: { enabled: true, archive: true } } })
    await sandbox.pass(secondsToDeploy)
    expect(await read()).not.toHaveProperty('active_deployment')
    expect((await sandbox.get(`${path}/instances`)).body.instances).toEqual([])
    expect((await sandbox.get(`${path}/logs?type=RUN`)).status).toBe(404)
    expect((await sandbox.post(`${path}/restart`, {})).status).toBe(412)
  })
})

describe('app networking', () => {
  it('assigns stable dedicated IPs and VPC addresses', async ({ sandbox }) => {
    const { vpc } = (await sandbox.post('/v2/vpcs', { name: 'shop', region: 'ams3', ip_range: '10.20.0.0/24' })).body
    const spec = { name: 'book-club', services: [web], vpc: { id: vpc.id }, egress: { type: 'DEDICATED_IP' } } as const
    const { app, path, read } = await createApp(sandbox, spec)
    expect(app.region.slug).toBe('ams')
    expect(app.vpc).toEqual(app.spec.vpc)
    expect(app.vpc.egress_ips.map(({ ip }) => ip)).toEqual(['10.20.0.2', '10.20.0.3'])
    expect(app.dedicated_ips).toMatchObject([{ ip: '', status: 'ASSIGNING' }, { status: 'ASSIGNING' }])
    await sandbox.pass(secondsToDeploy)
    const { dedicated_ips: addresses } = await read()
    expect(addresses[0]).toMatchObject({ id: app.dedicated_ips[0].id, status: 'ASSIGNED' })
    expect(addresses[0].ip).toMatch(/^198\.1[89]\./)
    expect((await sandbox.put(path, { spec: app.spec })).body.app).toMatchObject({ vpc: app.vpc, dedicated_ips: addresses })
    const members = `/v2/vpcs/${vpc.id}/members?resource_type=app` as const
    expect((await sandbox.get(members)).body.members).toMatchObject([{ name: 'book-club', urn: `do:app:${app.id}` }])
    expect((await sandbox.delete(`/v2/vpcs/${vpc.id}`)).status).toBe(409)
    const without = (await sandbox.put(path, { spec: { ...bookClub, region: 'ams' } })).body.app
    expect(without.dedicated_ips).toEqual([])
    expect(without).not.toHaveProperty('vpc')
    expect((await sandbox.get(members)).body.members).toEqual([])
  })

  it('adds and removes the DNS record of a domain in a zone of the account', async ({ sandbox }) => {
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    const records = async () => (await sandbox.get('/v2/domains/tidewater.example/records?type=CNAME')).body.domain_records
    const domains = [{ domain: 'club.tidewater.example', zone: 'tidewater.example' }, { domain: 'club.example.net' }]
    const { path, read } = await createLiveApp(sandbox, { ...bookClub, domains })
    const before = await read()
    expect(before.spec.domains).toMatchObject([{ type: 'PRIMARY' }, { type: 'ALIAS' }])
    expect(before.domains).toMatchObject([{ phase: 'PENDING', validations: [] }, { phase: 'PENDING' }])
    expect(before.domains[1].validations).toMatchObject([{ txt_name: '_acme-challenge.club.example.net' }])
    expect(before.live_url).toBe(before.default_ingress)
    await sandbox.pass(5)
    expect((await read()).domains[0].phase).toBe('CONFIGURING')
    expect(await records()).toMatchObject([{ name: 'club', data: before.live_domain }])
    await sandbox.pass(20)
    const after = await read()
    expect(after.domains.map(({ phase }) => phase)).toEqual(['ACTIVE', 'ACTIVE'])
    expect(after.live_url).toBe('https://club.tidewater.example')
    expect(after.default_ingress).toBe(before.default_ingress)
    expect(Date.parse(after.domains[0].certificate_expires_at) - Date.parse(after.updated_at)).toBe(90 * 86_400_000)
    await sandbox.pass(70 * 86_400)
    expect(Date.parse((await read()).domains[0].certificate_expires_at) - Date.parse(after.updated_at)).toBe(150 * 86_400_000)
    await sandbox.put(path, { spec: bookClub })
    expect(await records()).toEqual([])
    expect((await read()).live_url).toBe(before.default_ingress)
  })
})

describe('app regions and sizes', () => {
  it('lists instance sizes with their prices', async ({ sandbox }) => {
    const { body } = await sandbox.get('/v2/apps/tiers/instance_sizes?per_page=200')
    expect(body).toMatchObject({ discount_percent: 0, meta: { total: 24 } })
    const one = (await sandbox.get('/v2/apps/tiers/instance_sizes/apps-s-1vcpu-1gb')).body.instance_size
    expect(one).toMatchObject({
      usd_per_month: '12.00',
      usd_per_second: '0.0000044803',
      memory_bytes: '1073741824',
      tier_slug: 'professional',
    })
    expect(body.instance_sizes).toContainEqual(one)
  })
})

describe('signed log URLs', () => {
  it('need no token and return 403 once expired', async ({ sandbox }) => {
    const { app } = await createLiveApp(sandbox)
    const [url] = (await sandbox.get(`/v2/apps/${app.id}/logs?type=BUILD`)).body.historic_urls
    const read = async (address = '') => {
      const response = await sandbox.fetch(address)
      return [response.status, response.headers.get('content-type'), await response.text()]
    }
    expect(await read(url)).toEqual([200, 'text/plain; charset=utf-8', expect.stringContaining('this log is empty')])
    expect(await read(url?.replace(/sig=./, 'sig=z'))).toContain(403)
    await sandbox.pass(900)
    expect(await read(url)).toContain(403)
  })
})
