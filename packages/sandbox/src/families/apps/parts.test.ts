/** App with components of every kind, and requests of clients that differ from the specification. */
import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { bookClub, github, createApp, createLiveApp, web } from '../../../test/fixtures.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'
import { forbidden } from '../../../test/operation-at.ts'

const repository = { repo: 'tidewater-books/book-fair', branch: 'main' }
const threshold = { operator: 'GREATER_THAN', value: 5, window: 'TEN_MINUTES' } as const

const fair = {
  name: 'book-fair',
  services: [
    {
      name: 'web',
      image: { registry_type: 'DOCR', repository: 'storefront-web', tag: '2026.03.14', deploy_on_push: { enabled: true } },
      instance_size_slug: 'apps-d-1vcpu-2gb',
      autoscaling: { min_instance_count: 2, max_instance_count: 6, metrics: { cpu: {}, requests_per_second: { per_instance: 40 } } },
      internal_ports: [9090],
      liveness_health_check: { http_path: '/alive', period_seconds: 15, failure_threshold: 4 },
      log_destinations: [{ name: 'search-os-logs', open_search: { cluster_name: 'search-os', index_name: 'book-club' } }],
      alerts: [{ rule: 'REQUESTS_PER_SECOND', ...threshold }],
    },
  ],
  static_sites: [{ name: 'pages', github: repository }],
  workers: [{ name: 'mailer', git: { repo_clone_url: 'https://git.tidewater.example/book-club.git', branch: 'main' } }],
  jobs: [
    { name: 'migrate', kind: 'PRE_DEPLOY', github: repository },
    { name: 'newsletter', kind: 'SCHEDULED', schedule: { cron: '0 6 * * 1', time_zone: 'America/New_York' }, github: repository },
  ],
  functions: [{ name: 'sign-up', github: repository, source_dir: 'functions', alerts: [{ rule: 'FUNCTIONS_ERROR_COUNT', ...threshold }] }],
  databases: [{ name: 'club-db' }],
  ingress: {
    rules: [
      { match: { path: { prefix: '/join' } }, component: { name: 'sign-up' } },
      { match: { path: { prefix: '/old' } }, redirect: { uri: '/meetings', redirect_code: 301 } },
      {
        match: { path: { prefix: null } },
        component: { name: 'web' },
        cors: { allow_origins: [{ exact: 'https://www.tidewater.example' }], max_age: '5h30m' },
      },
    ],
  },
  egress: { type: 'DEDICATED_IP' },
  envs: [{ key: 'SHOP_URL', value: 'https://www.tidewater.example' }],
  alerts: [{ rule: 'DEPLOYMENT_FAILED' }, { rule: 'DOMAIN_FAILED' }],
} as const

describe('an app with components of every kind', () => {
  it('deploys and accepts its own spec in an update', async ({ sandbox }) => {
    const { vpc } = (await sandbox.post('/v2/vpcs', { name: 'shop', region: 'nyc3' })).body
    await sandbox.post('/v2/registry', { name: 'tidewater', subscription_tier_slug: 'basic' })
    await sandbox.post('/v2/databases', { name: 'search-os', engine: 'opensearch', num_nodes: 1, size: 'db-s-2vcpu-4gb', region: 'nyc3' })
    const { path, app, read } = await createApp(sandbox, { ...fair, vpc: { id: vpc.id } })
    expect(app.spec.services[0]).toMatchObject({
      autoscaling: { metrics: { cpu: {}, requests_per_second: { per_instance: 40 } } },
      liveness_health_check: { http_path: '/alive', period_seconds: 15, failure_threshold: 4 },
    })
    await sandbox.pass(120)
    const live = await read()
    expect(live.active_deployment).toMatchObject({
      phase: 'ACTIVE',
      services: [{ name: 'web' }],
      functions: [{ name: 'sign-up', namespace: expect.stringMatching(/^ap-[0-9a-f-]{36}$/) }],
    })
    expect((await sandbox.get(`${path}/alerts`)).body.meta.total).toBe(4)
    expect((await sandbox.get(`${path}/instances`)).body.meta.total).toBe(3)
    expect((await sandbox.put(path, { spec: live.spec })).body.app.spec).toEqual(live.spec)
    const clash = await sandbox.put(path, {
      spec: { ...live.spec, ingress: { rules: [...fair.ingress.rules, { component: { name: 'pages' } }] } },
    })
    expect(clash.body.message).toContain('field "ingress.rules.match"')
  })
})

describe('requests of clients', () => {
  const lenient = [
    {
      what: 'null for lists and objects',
      spec: { envs: null, domains: null, ingress: null, services: [{ ...web, envs: null, image: null, health_check: null, routes: null }] },
    },
    { what: 'an empty id', spec: { vpc: { id: '' } } },
    { what: 'empty objects', spec: { egress: {}, maintenance: {} } },
    {
      what: 'names that programs may trip over',
      spec: { services: [{ ...web, name: 'constructor', envs: [{ key: '__proto__', value: 'x' }] }] },
    },
  ]
  it.each(lenient)('are accepted with $what', async ({ spec }) => {
    const { status, body } = await createTestSandbox().post('/v2/apps', forbidden({ spec: { ...bookClub, ...spec }, project_id: '' }))
    expect(body.message).toBeUndefined()
    expect(status).toBe(200)
    expect(body.app.spec).not.toHaveProperty('vpc')
    expect(JSON.stringify(body.app.spec)).not.toContain('null')
  })
})

describe('a job scheduled every minute', () => {
  it('lists only its latest runs after a year without requests', async ({ sandbox }) => {
    const tick = { name: 'tick', kind: 'SCHEDULED', schedule: { cron: '* * * * *' }, github } as const
    const { path } = await createLiveApp(sandbox, { ...bookClub, jobs: [tick] })
    await sandbox.pass(365 * 86_400)
    await sandbox.post('/_sandbox/clock', { frozen: true })
    const { job_invocations: runs, meta } = (await sandbox.get(`${path}/job-invocations?per_page=200`)).body
    expect(meta.total).toBe(100)
    expect(new Set(runs.map(({ created_at: at }) => at)).size).toBe(100)
    expect(runs.at(-1).phase).toBe('SUCCEEDED')
    expect((await sandbox.get(`${path}/job-invocations`)).body.meta.total).toBe(100)
  })
})
