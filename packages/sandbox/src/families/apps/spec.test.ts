import { describe, expect } from 'vitest'
import { bookClub, expectRefusal, github, createApp, createLiveApp, web } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'
import { type BodyAt, forbidden } from '../../../test/operation-at.ts'

const site = { name: 'pages', github } as const
const schedule = { cron: '0 6 * * 1' } as const

describe('app specs', () => {
  it('encrypts secrets and accepts their encrypted form', async ({ sandbox }) => {
    const envs = [
      { key: 'SESSION_SECRET', type: 'SECRET', value: 'example-password-9', scope: 'RUN_TIME' },
      { key: 'SHOP', value: 'tidewater' },
    ] as const
    const image = {
      registry_type: 'GHCR',
      registry: 'tidewater-books',
      repository: 'web',
      registry_credentials: 'books:example-password-8',
    } as const
    const logs = [
      {
        name: 'search-logs',
        open_search: { endpoint: 'https://search.example:25060', basic_auth: { user: 'club', password: 'example-password-5' } },
      },
    ] as const
    const { github: _source, ...service } = web
    const spec = { ...bookClub, envs, services: [{ ...service, image, envs, log_destinations: logs }] } as const
    const { app, path } = await createApp(sandbox, spec)
    const everything = JSON.stringify([app, (await sandbox.get(`${path}/deployments`)).body, (await sandbox.get(`${path}/events`)).body])
    expect(everything).not.toMatch(/example-password-[89]/)
    const [secret, plain] = app.spec.services[0].envs
    expect(secret).toMatchObject({ key: 'SESSION_SECRET', type: 'SECRET', scope: 'RUN_TIME' })
    expect(secret.value).toMatch(/^EV\[1:\S+:\S+\]$/)
    expect(plain).toEqual({ key: 'SHOP', value: 'tidewater' })
    expect(app.spec.services[0]).toMatchObject({
      image: { registry_credentials: expect.stringMatching(/^EV\[/) },
      log_destinations: logs,
    })
    expect((await sandbox.put(path, { spec: app.spec })).body.app.spec).toEqual(app.spec)
    expect((await sandbox.put(path, { spec })).body.app.spec).toEqual(app.spec)
    await expectRefusal(
      sandbox.post('/v2/apps', { spec: { ...app.spec, name: 'copy' } }),
      400,
      'field "services.envs.value": component "web"',
    )
  })

  const invalidSpecs = [
    { why: 'no component', spec: { services: [], databases: [{ name: 'db-1' }] }, expected: 'not a database' },
    { why: 'a duplicate name', spec: { services: [web], workers: [{ name: 'web', github }] }, expected: 'field "workers.name": "web"' },
    {
      why: 'two sources',
      spec: { services: [{ ...web, git: { repo_clone_url: 'https://git.example/a.git' } }] },
      expected: 'git and github',
    },
    { why: 'no repository', spec: { services: [{ ...web, github: { repo: 'club' } }] }, expected: 'services.github.repo' },
    {
      why: 'too many instances',
      spec: { services: [{ ...web, instance_size_slug: 'apps-s-1vcpu-0.5gb' }] },
      expected: 'but apps-s-1vcpu-0.5gb allows one only',
    },
    {
      why: 'autoscaling on shared CPUs',
      spec: { services: [{ ...web, autoscaling: { max_instance_count: 3 } }] },
      expected: 'dedicated CPU',
    },
    {
      why: 'a minimum above the maximum',
      spec: {
        services: [{ ...web, instance_size_slug: 'apps-d-1vcpu-1gb', autoscaling: { min_instance_count: 4, max_instance_count: 3 } }],
      },
      expected: 'autoscaling.min_instance_count',
    },
    {
      why: 'a scheduled job without a schedule',
      spec: { services: [web], jobs: [{ name: 'news', kind: 'SCHEDULED', github }] },
      expected: 'component "news" is a SCHEDULED',
    },
    {
      why: 'a schedule for another kind of job',
      spec: { services: [web], jobs: [{ name: 'news', github, schedule }] },
      expected: 'only SCHEDULED jobs',
    },
    {
      why: 'an invalid cron expression',
      spec: {
        services: [web],
        jobs: [{ name: 'news', kind: 'SCHEDULED', github, schedule: { cron: '0 25 * * *', time_zone: 'Europe/Atlantis' } }],
      },
      expected: 'has an invalid cron expression',
    },
    {
      why: 'a schedule for a day that does not exist',
      spec: { services: [web], jobs: [{ name: 'news', kind: 'SCHEDULED', github, schedule: { cron: '0 6 30 2 *' } }] },
      expected: 'it names a day that no year has',
    },
    {
      why: 'an unknown cluster',
      spec: { services: [web], databases: [{ name: 'db-1', production: true, cluster_name: 'none' }] },
      expected: 'cluster "none"',
    },
    { why: 'no cluster', spec: { services: [web], databases: [{ name: 'db-1', production: true }] }, expected: 'needs a cluster_name' },
    {
      why: 'a development database of another engine',
      spec: { services: [web], databases: [{ name: 'db-1', engine: 'MYSQL' }] },
      expected: 'supports PG only',
    },
    {
      why: 'no registry',
      spec: { services: [{ name: 'web', image: { registry_type: 'DOCR', repository: 'web' } }] },
      expected: 'no container registry',
    },
    {
      why: 'ingress rules and routes',
      spec: { services: [{ ...web, routes: [{ path: '/' }] }], ingress: { rules: [{ component: { name: 'web' } }] } },
      expected: 'cannot be combined',
    },
    {
      why: 'a duplicate route',
      spec: { services: [{ ...web, routes: [{ path: '/' }] }], static_sites: [{ ...site, routes: [{ path: '/' }] }] },
      expected: 'already belongs to "web"',
    },
    {
      why: 'an ingress rule for an unknown component',
      spec: { services: [web], ingress: { rules: [{ component: { name: 'api' } }] } },
      expected: 'there is no component "api"',
    },
    {
      why: 'an ingress rule without a target',
      spec: { services: [web], ingress: { rules: [{ match: { path: { prefix: '/' } } }] } },
      expected: 'exactly one of component and redirect',
    },
    {
      why: 'an ingress rule for a worker',
      spec: { services: [web], workers: [{ name: 'mailer', github }], ingress: { rules: [{ component: { name: 'mailer' } }] } },
      expected: 'component "mailer" accepts no external requests',
    },
    {
      why: 'an ambiguous CORS origin',
      spec: { services: [{ ...web, cors: { allow_origins: [{ exact: 'https://a.example', regex: '.*' }] } }] },
      expected: 'exactly one of exact',
    },
    {
      why: 'a component alert on the app',
      spec: { services: [web], alerts: [{ rule: 'CPU_UTILIZATION' }] },
      expected: 'field "alerts.rule": the app cannot',
    },
    {
      why: 'an alert without a threshold',
      spec: { services: [{ ...web, alerts: [{ rule: 'CPU_UTILIZATION' }] }] },
      expected: 'component "web" needs a threshold',
    },
    {
      why: 'an unknown zone',
      spec: { services: [web], domains: [{ domain: 'club.tidewater.example', zone: 'tidewater.example' }] },
      expected: 'no domain "tidewater.example"',
    },
    {
      why: 'a duplicate domain',
      spec: { services: [web], domains: [{ domain: 'a.example' }, { domain: 'A.example' }] },
      expected: 'is listed twice',
    },
    {
      why: 'two primary domains',
      spec: {
        services: [web],
        domains: [
          { domain: 'a.example', type: 'PRIMARY' },
          { domain: 'b.example', type: 'PRIMARY' },
        ],
      },
      expected: 'only one',
    },
    { why: 'an unknown VPC', spec: { services: [web], vpc: { id: '00000000-0000-4000-8000-000000000000' } }, expected: 'vpc.id' },
    {
      why: 'a duplicate variable',
      spec: { services: [{ ...web, envs: [{ key: 'A' }, { key: 'A' }] }] },
      expected: 'has the variable A twice',
    },
    { why: 'a duplicate port', spec: { services: [{ ...web, http_port: 8080, internal_ports: [8080] }] }, expected: 'internal_ports' },
    {
      why: 'an unknown OpenSearch cluster',
      spec: { services: [{ ...web, log_destinations: [{ name: 'logs-1', open_search: { cluster_name: 'none' } }] }] },
      expected: 'cluster "none"',
    },
  ]
  it.for(invalidSpecs)('rejects a spec with $why', async ({ spec, expected }, { sandbox }) => {
    const { status, body } = await sandbox.post('/v2/apps', forbidden({ spec: { name: 'book-club', ...spec } }))
    expect(body.message).toContain(expected)
    expect(body.message).toMatch(/^error validating app spec field "[a-z_.]+": /)
    expect(status).toBe(400)
    expect((await sandbox.get('/v2/apps')).body.meta.total).toBe(0)
  })

  it('reports faults of the schema in the same form', async () => {
    const broken = await createTestSandbox().post(
      '/v2/apps',
      forbidden({ spec: { name: 'book-club', services: [{ ...web, http_port: 'many' }] } }),
    )
    expect(broken).toMatchObject({
      status: 400,
      body: { message: 'error validating app spec field "services.http_port": must be integer' },
    })
    const nameless = [{ logtail: { token: 'example-password-6' } }]
    const lacking = await createTestSandbox().post(
      '/v2/apps',
      forbidden({ spec: { name: 'book-club', services: [{ ...web, log_destinations: nameless }] } }),
    )
    expect(lacking.body.message).toBe('error validating app spec field "services.log_destinations.name": must be given')
  })

  it('checks clusters, users and domains of the account', async ({ sandbox }) => {
    await sandbox.post('/v2/databases', { name: 'orders', engine: 'mysql', num_nodes: 1, size: 'db-s-1vcpu-1gb', region: 'nyc3' })
    const database = { name: 'club-db', production: true, cluster_name: 'orders' } as const
    const propose = async (fields: object) =>
      (await sandbox.post('/v2/apps/propose', { spec: { ...bookClub, databases: [{ ...database, ...fields }] } })).body
    expect((await propose({})).spec.databases[0]).toEqual(database)
    expect((await propose({ engine: 'PG' })).message).toContain('runs MYSQL')
    expect((await propose({ db_name: 'club' })).message).toContain('database "club"')
    expect((await propose({ db_user: 'club' })).message).toContain('user "club"')
    expect((await propose({ db_name: 'defaultdb', db_user: 'doadmin' })).app_name_available).toBe(true)
    await createApp(sandbox, { ...bookClub, domains: [{ domain: 'club.example.net' }] })
    const second = await sandbox.post('/v2/apps', { spec: { ...bookClub, name: 'other', domains: [{ domain: 'club.example.net' }] } })
    expect(second.body.message).toContain('is already a domain of the app book-club')
  })

  it('accepts images of a registry of the account', async ({ sandbox }) => {
    const spec = { ...bookClub, services: [{ name: 'web', image: { registry_type: 'DOCR', repository: 'storefront-web' } }] } as const
    await sandbox.post('/v2/registry', { name: 'tidewater', subscription_tier_slug: 'basic' })
    const { app, path } = await createLiveApp(sandbox, spec)
    expect(app.active_deployment.services).toEqual([{ name: 'web' }])
    const { deployment } = (await sandbox.get(`${path}/deployments/${app.active_deployment.id}`)).body
    expect(deployment.progress.steps[0].steps[1].steps[0].message_base).toBe('Fetching the image of service web')
  })

  it('returns the spec as sent, with ingress rules added', async ({ sandbox }) => {
    const spec = {
      ...bookClub,
      services: [
        {
          ...web,
          health_check: { http_path: '/healthz' },
          termination: {},
          envs: [{ key: 'SHOP', value: 'tidewater' }],
          alerts: [{ rule: 'CPU_UTILIZATION', operator: 'GREATER_THAN', value: 80, window: 'FIVE_MINUTES' }],
          log_destinations: [{ name: 'logtail-logs', logtail: { token: 'example-password-6' } }],
        },
      ],
      static_sites: [site],
      jobs: [
        { name: 'migrate', github },
        { name: 'news', kind: 'SCHEDULED', github, schedule },
      ],
      alerts: [{ rule: 'DEPLOYMENT_FAILED' }],
    } as const
    const { app, path } = await createApp(sandbox, spec)
    const rules = [
      { match: { path: { prefix: '/' } }, component: { name: 'web' } },
      { match: { path: { prefix: '/pages' } }, component: { name: 'pages' } },
    ]
    expect(app.spec).toEqual({ ...spec, services: [{ ...spec.services[0], http_port: 8080 }], ingress: { rules } })
    expect((await sandbox.put(path, { spec: app.spec })).body.app.spec).toEqual(app.spec)
    const routed = { ...spec, services: [{ ...spec.services[0], http_port: 8080, routes: [{ path: '/' }] }] } as const
    expect((await sandbox.put(path, { spec: routed })).body.app.spec).toEqual(routed)
  })

  it('adds a default port, and no ingress rule for a service with internal ports only', async () => {
    const { app, path } = await createApp(createTestSandbox(), { ...bookClub, services: [web] })
    expect(app.spec.services).toEqual([{ ...web, http_port: 8080 }])
    const inside = { ...web, internal_ports: [8080] }
    const changed = (await createApp(createTestSandbox(), { ...bookClub, services: [inside, { ...web, name: 'front' }] })).app.spec
    expect(changed.services).toEqual([inside, { ...web, name: 'front', http_port: 8080 }])
    expect(changed.ingress).toEqual({ rules: [{ match: { path: { prefix: '/' } }, component: { name: 'front' } }] })
    expect(path).toContain(app.id)
    const alone = (await createApp(createTestSandbox(), { ...bookClub, services: [inside], ingress: {} })).app.spec
    expect(alone).toMatchObject({ services: [inside], ingress: {} })
    expect(alone.ingress?.rules).toBeUndefined()
  })

  it.each([true, 'true'])('stores preserve_path_prefix as sent: %s', async (preserve) => {
    const ingress = {
      rules: [{ match: { path: { prefix: '/club' } }, component: { name: 'web', preserve_path_prefix: preserve as boolean } }],
    }
    const { app } = await createApp(createTestSandbox(), { ...bookClub, ingress })
    expect(app.spec.ingress).toEqual(ingress)
  })
})

describe('app proposals', () => {
  it('returns the price and the availability of the name, and creates no app', async ({ sandbox }) => {
    const propose = async (spec: BodyAt<'post', '/v2/apps'>['spec'], id?: string) =>
      (await sandbox.post('/v2/apps/propose', { spec, app_id: id })).body
    expect(await propose(bookClub)).toMatchObject({
      app_cost: 24,
      app_is_static: false,
      app_name_available: true,
      existing_static_apps: '0',
    })
    expect((await sandbox.get('/v2/apps')).body.meta.total).toBe(0)
    const { id } = await createApp(sandbox)
    expect(await propose(bookClub)).toMatchObject({ app_name_available: false, app_name_suggestion: 'book-club-2' })
    expect(await propose(bookClub, id)).toMatchObject({ app_name_available: true })
    const large = {
      ...bookClub,
      name: 'fair',
      egress: { type: 'DEDICATED_IP' },
      databases: [{ name: 'club-db' }],
      static_sites: [site],
    } as const
    expect((await propose(large)).app_cost).toBe(24 + 25 + 7 + 3)
    const missing = await sandbox.post('/v2/apps/propose', { spec: bookClub, app_id: '00000000-0000-4000-8000-000000000000' })
    expect(missing.status).toBe(404)
  })

  it('prices the first static apps at zero', async ({ sandbox }) => {
    for (const name of ['one-1', 'two-2', 'three-3']) {
      const { body } = await sandbox.post('/v2/apps/propose', { spec: { name, static_sites: [site] } })
      expect(body).toMatchObject({ app_cost: 0, app_is_static: true })
      expect((await createApp(sandbox, { name, static_sites: [site] })).app.tier_slug).toBe('starter')
    }
    const { body } = await sandbox.post('/v2/apps/propose', { spec: { name: 'four-4', static_sites: [site] } })
    expect(body).toMatchObject({ app_cost: 3, existing_static_apps: '3' })
  })
})
