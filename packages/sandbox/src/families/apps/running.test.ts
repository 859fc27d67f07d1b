import { describe, expect } from 'vitest'
import { bookClub, expectRefusal, github, createApp, createLiveApp, secondsToDeploy, web } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields, Query } from '../../../test/operation-at.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
const busy = { rule: 'CPU_UTILIZATION', operator: 'GREATER_THAN', value: 80, window: 'FIVE_MINUTES' } as const

describe('app alerts', () => {
  const spec = { ...bookClub, services: [{ ...web, alerts: [busy] }], alerts: [{ rule: 'DEPLOYMENT_FAILED' }] } as const
  const listAlerts = async (sandbox: TestSandbox, path: `/v2/apps/${string}`) => (await sandbox.get(`${path}/alerts`)).body.alerts

  it('match the alerts of the spec', async ({ sandbox }) => {
    const { path } = await createApp(sandbox, spec)
    const [second, first] = await listAlerts(sandbox, path)
    expect(first).toMatchObject({
      phase: 'PENDING',
      emails: ['maya@tidewater.example'],
    })
    expect(first.spec).toEqual({ rule: 'DEPLOYMENT_FAILED' })
    expect(first).not.toHaveProperty('component_name')
    expect(second).toMatchObject({ component_name: 'web', spec: busy, slack_webhooks: [], progress: { steps: [{ status: 'PENDING' }] } })
    await sandbox.pass(5)
    expect((await listAlerts(sandbox, path))[0]).toMatchObject({ phase: 'CONFIGURING', progress: { steps: [{ status: 'RUNNING' }] } })
    await sandbox.pass(10)
    expect((await listAlerts(sandbox, path))[0]).toMatchObject({ phase: 'ACTIVE', progress: { steps: [{ status: 'SUCCESS' }] } })
    await sandbox.put(path, { spec: { ...bookClub, services: [{ ...web, alerts: [{ ...busy, value: 90 }] }] } })
    expect(await listAlerts(sandbox, path)).toMatchObject([{ id: second.id, spec: { value: 90 }, phase: 'PENDING' }])
    await sandbox.put(path, { spec: bookClub })
    expect(await listAlerts(sandbox, path)).toEqual([])
  })

  it('store their destinations', async ({ sandbox }) => {
    const { path } = await createApp(sandbox, spec)
    const [alert] = await listAlerts(sandbox, path)
    await sandbox.pass(20)
    const hook = { url: 'https://hooks.slack.example/services/T0/B0/example', channel: 'ops' }
    const send = (body: Fields<`${typeof path}/alerts/${string}/destinations`>, id = alert.id) =>
      sandbox.post(`${path}/alerts/${id}/destinations`, body)
    const both = await send({ emails: ['maya@tidewater.example'], slack_webhooks: [hook] })
    expect(both.body.alert).toMatchObject({ id: alert.id, emails: ['maya@tidewater.example'], slack_webhooks: [hook], phase: 'PENDING' })
    await sandbox.pass(15)
    expect((await listAlerts(sandbox, path))[0]).toMatchObject({ phase: 'ACTIVE', slack_webhooks: [hook] })
    expect((await send({})).body.alert).toMatchObject({ emails: [], slack_webhooks: [] })
    await expectRefusal(send({ emails: ['stranger@harbour.example'] }), 422, 'stranger@harbour.example')
  })
})

describe('app events', () => {
  it('show deployments in their current state', async ({ sandbox }) => {
    const { path, app } = await createApp(sandbox)
    const [event] = (await sandbox.get(`${path}/events`)).body.events
    expect(event).toMatchObject({ type: 'DEPLOYMENT', deployment_id: app.pending_deployment.id, deployment: { phase: 'PENDING_BUILD' } })
    await sandbox.pass(10)
    expect((await sandbox.get(`${path}/events/${event.id}`)).body.event.deployment.phase).toBe('BUILDING')
    expect((await sandbox.get(`${path}/events?deployment_types=DEPLOY_ON_PUSH`)).body.events).toEqual([])
    expect((await sandbox.get(`${path}/events?deployment_types=MANUAL`)).body.events).toHaveLength(1)
    expect((await sandbox.get(`${path}/events/${event.id}/logs?type=BUILD&tail_lines=5`)).status).toBe(200)
    expect((await sandbox.get(`${path}/events/${event.id}/logs?type=UNSPECIFIED`)).body.historic_urls).toHaveLength(1)
    expect((await sandbox.get(`${path}/events/${event.id}/logs?type=AUTOSCALE_EVENT`)).body).toEqual({ historic_urls: [] })
    expect((await sandbox.post(`${path}/events/${event.id}/cancel`)).body.event.deployment.phase).toBe('CANCELED')
    expect((await sandbox.post(`${path}/events/${event.id}/cancel`)).status).toBe(409)
    expect((await sandbox.get(`${path}/events?event_types=AUTOSCALING`)).body.events).toEqual([])
  })
})

describe('app jobs', () => {
  const runs = async (sandbox: TestSandbox, path: `/v2/apps/${string}`, query: Query = '') =>
    (await sandbox.get(`${path}/job-invocations${query}`)).body.job_invocations

  it('run before and after a deployment, which waits for the PRE_DEPLOY jobs', async ({ sandbox }) => {
    const jobs = [
      { name: 'migrate', kind: 'PRE_DEPLOY', github },
      { name: 'tell', kind: 'POST_DEPLOY', github },
      { name: 'sorry', kind: 'FAILED_DEPLOY', github },
    ] as const
    const { path, app, read } = await createApp(sandbox, { ...bookClub, jobs })
    await sandbox.pass(45)
    const [run] = await runs(sandbox, path)
    expect(run).toMatchObject({
      job_name: 'migrate',
      deployment_id: app.pending_deployment.id,
      phase: 'RUNNING',
      trigger: { type: 'UNKNOWN' },
    })
    await sandbox.pass(30)
    expect((await read()).in_progress_deployment.phase).toBe('DEPLOYING')
    await sandbox.pass(20)
    expect((await read()).active_deployment.phase).toBe('ACTIVE')
    const [after, before] = await runs(sandbox, path)
    expect(before).toMatchObject({ id: run.id, phase: 'SUCCEEDED' })
    expect(Date.parse(before.completed_at) - Date.parse(before.started_at)).toBe(30_000)
    expect(after).toMatchObject({ job_name: 'tell', phase: 'PENDING' })
    expect(after).not.toHaveProperty('started_at')
    expect(await runs(sandbox, path, '?job_names=migrate')).toHaveLength(1)
    expect(await runs(sandbox, path, `?deployment_id=${nobody}`)).toEqual([])
  })

  it('are cancelled with the deployment that waits for them', async ({ sandbox }) => {
    const { path, app, read } = await createApp(sandbox, { ...bookClub, jobs: [{ name: 'migrate', kind: 'PRE_DEPLOY', github }] })
    await sandbox.pass(50)
    await sandbox.post(`${path}/deployments/${app.pending_deployment.id}/cancel`)
    expect(await runs(sandbox, path)).toMatchObject([{ job_name: 'migrate', phase: 'CANCELED' }])
    await sandbox.pass(120)
    expect(await read()).not.toHaveProperty('active_deployment')
  })

  it('fail the deployment when a PRE_DEPLOY job fails', async ({ sandbox }) => {
    const jobs = [
      { name: 'migrate', kind: 'PRE_DEPLOY', github, run_command: 'exit 2' },
      { name: 'sorry', kind: 'FAILED_DEPLOY', github },
    ] as const
    const { path, app } = await createApp(sandbox, { ...bookClub, jobs })
    await sandbox.pass(120)
    const { deployment } = (await sandbox.get(`${path}/deployments/${app.pending_deployment.id}`)).body
    expect(deployment).toMatchObject({ phase: 'ERROR', progress: { error_steps: 1 } })
    expect(await runs(sandbox, path)).toMatchObject([
      { job_name: 'sorry', phase: 'SUCCEEDED' },
      { job_name: 'migrate', phase: 'FAILED' },
    ])
  })

  it('run on their schedule, in its time zone', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/clock', { now: '2026-03-01T00:00:00Z' })
    const schedule = { cron: '0 6 * * *', time_zone: 'America/New_York' }
    const { path, app } = await createLiveApp(sandbox, { ...bookClub, jobs: [{ name: 'newsletter', kind: 'SCHEDULED', github, schedule }] })
    expect(await runs(sandbox, path)).toEqual([])
    await sandbox.post('/_sandbox/clock', { now: '2026-03-09T10:00:02Z' })
    const [latest, ...earlier] = await runs(sandbox, path, '?per_page=200')
    // Daylight saving time starts on the 8th.
    expect(latest).toMatchObject({
      job_name: 'newsletter',
      deployment_id: app.active_deployment.id,
      created_at: '2026-03-09T10:00:00Z',
      phase: 'PENDING',
      trigger: { type: 'SCHEDULE', scheduled: { schedule } },
    })
    expect(earlier).toHaveLength(8)
    expect(earlier.at(-1)).toMatchObject({ created_at: '2026-03-01T11:00:00Z', started_at: '2026-03-01T11:00:05Z', phase: 'SUCCEEDED' })
    const run = `${path}/job-invocations/${latest.id}` as const
    const logs = `${path}/jobs/newsletter/invocations/${latest.id}/logs?type=JOB_INVOCATION` as const
    expect((await sandbox.get(logs)).body).toEqual({ historic_urls: [] })
    await sandbox.pass(5)
    expect((await sandbox.get(`${run}?job_name=newsletter`)).body.job_invocation.phase).toBe('RUNNING')
    expect((await sandbox.get(`${logs}&follow=true&tail_lines=100&pod_connection_timeout=3m0s`)).body.historic_urls).toHaveLength(1)
    expect((await sandbox.get(`${path}/instances`)).body.instances).toContainEqual(
      expect.objectContaining({ component_name: 'newsletter', component_type: 'JOB' }),
    )
    const canceled = (await sandbox.post(`${run}/cancel`)).body.job_invocation
    expect(canceled.phase).toBe('CANCELED')
    expect(canceled).toHaveProperty('completed_at')
    expect((await sandbox.post(`${run}/cancel`)).status).toBe(409)
    expect((await sandbox.get(`${run}?job_name=other`)).status).toBe(404)
    expect((await sandbox.get(`${logs}&deployment_id=${nobody}`)).status).toBe(404)
    expect((await sandbox.get(logs)).body.historic_urls).toHaveLength(1)
  })
})

describe('app logs and shells', () => {
  it('return a log URL when the log exists', async ({ sandbox }) => {
    const { path, app } = await createApp(sandbox, { ...bookClub, static_sites: [{ name: 'pages', github }] })
    const deployment = `${path}/deployments/${app.pending_deployment.id}` as const
    expect((await sandbox.get(`${path}/logs?type=RUN`)).status).toBe(404)
    expect((await sandbox.get(`${deployment}/logs?type=BUILD`)).body).toEqual({ historic_urls: [] })
    await sandbox.pass(10)
    const building = (await sandbox.get(`${deployment}/components/web/logs?type=BUILD&follow=true`)).body
    expect(building.historic_urls[0]).toMatch(/^http:\/\/127\.0\.0\.1:4020\/.*sig=[0-9a-f]+$/)
    await sandbox.pass(50)
    expect((await sandbox.get(`${deployment}/logs?type=BUILD`)).body).not.toHaveProperty('live_url')
    for (const logsPath of [`${path}/logs`, `${path}/components/web/logs`] as const) {
      const { body } = await sandbox.get(`${logsPath}?type=UNSPECIFIED`)
      expect(body.historic_urls).toHaveLength(1)
      expect(body).not.toHaveProperty('live_url')
    }
    expect((await sandbox.get(`${path}/components/pages/logs?type=RUN`)).body).toEqual({ historic_urls: [] })
    expect((await sandbox.get(`${path}/components/none/logs?type=RUN`)).status).toBe(404)
    expect((await sandbox.get(`${path}/logs`)).status).toBe(422)
    expect((await sandbox.get(`${deployment}/logs?type=RUN&component_name=pages&tail_lines=10`)).body).toEqual({ historic_urls: [] })
    expect((await sandbox.get(`${deployment}/logs?type=RUN&component_name=none`)).status).toBe(404)
    expect((await sandbox.get(`${path}/logs?type=RUN&pod_connection_timeout=soon`)).status).toBe(422)
  })

  it('return a shell URL for a running instance', async ({ sandbox }) => {
    const { path, app } = await createApp(sandbox, { ...bookClub, static_sites: [{ name: 'pages', github }] })
    const inDeployment = `${path}/deployments/${app.pending_deployment.id}/components/web/exec` as const
    expect((await sandbox.get(`${path}/instances`)).body.instances).toEqual([])
    expect((await sandbox.get(`${path}/components/web/exec`)).status).toBe(404)
    expect((await sandbox.get(inDeployment)).status).toBe(404)
    await sandbox.pass(secondsToDeploy - 10)
    expect((await sandbox.get(inDeployment)).body.url).toMatch(/^ws:\/\/127\.0\.0\.1:4020\//)
    await sandbox.pass(10)
    const { instances } = (await sandbox.get(`${path}/instances`)).body
    expect(instances).toMatchObject([
      { component_name: 'web', component_type: 'SERVICE', instance_alias: 'web-0' },
      { component_name: 'web', component_type: 'SERVICE', instance_alias: 'web-1' },
    ])
    const shell = `${path}/components/web/exec?instance_name=${instances[1].instance_name}` as const
    const { url } = (await sandbox.get(shell)).body
    expect((await sandbox.get(shell)).body.url).not.toBe(url)
    expect((await sandbox.get(`${path}/components/web/exec?instance_name=web-9`)).status).toBe(404)
    expect((await sandbox.get(`${path}/components/none/exec`)).status).toBe(404)
    expect((await sandbox.get(`${path}/components/pages/exec`)).status).toBe(422)
    await sandbox.post(`${path}/deployments`, {})
    await sandbox.pass(secondsToDeploy)
    expect((await sandbox.get(inDeployment)).status).toBe(404)
  })
})

describe('app autoscaling', () => {
  it('runs the minimum number of instances', async ({ sandbox }) => {
    const autoscaling = { min_instance_count: 2, max_instance_count: 4, metrics: { cpu: { percent: 80 } } }
    const services = [{ name: 'web', github, instance_size_slug: 'apps-d-1vcpu-1gb', autoscaling }] as const
    const { path, app } = await createLiveApp(sandbox, { ...bookClub, services })
    expect(app.spec.services[0]).not.toHaveProperty('instance_count')
    expect((await sandbox.get(`${path}/instances`)).body.meta.total).toBe(2)
  })
})

describe('app health and bandwidth', () => {
  it('report the health of each component', async ({ sandbox }) => {
    const { path } = await createApp(sandbox, { ...bookClub, functions: [{ name: 'sign-up', github }] })
    expect((await sandbox.get(`${path}/health`)).body.app_health).toEqual({ components: [], functions_components: [] })
    await sandbox.pass(secondsToDeploy)
    const { app_health: health } = (await sandbox.get(`${path}/health`)).body
    expect(health.components).toMatchObject([{ name: 'web', state: 'HEALTHY', replicas_ready: 2 }])
    expect(health.functions_components[0]).toMatchObject({ name: 'sign-up' })
    expect(health.functions_components[0].functions_component_health_metrics.length).toBeGreaterThan(0)
  })

  it('report bandwidth by day', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/clock', { now: '2026-03-13T12:00:00Z' })
    const { id, path } = await createLiveApp(sandbox)
    await sandbox.post('/_sandbox/clock', { now: '2026-03-15T12:00:00Z' })
    const bytes = async (query: Query = '') => {
      const { body } = await sandbox.get(`${path}/metrics/bandwidth_daily${query}`)
      return { date: body.date, bytes: Number(body.app_bandwidth_usage[0].bandwidth_bytes) }
    }
    const yesterday = await bytes()
    expect(yesterday.date).toBe('2026-03-14T00:00:00Z')
    expect(yesterday).toEqual(await bytes('?date=2026-03-14T17:30:00Z'))
    const first = await bytes('?date=2026-03-13T00:00:00Z')
    expect(first.bytes).toBeGreaterThan(0)
    expect(first.bytes).toBeLessThan(yesterday.bytes)
    expect((await bytes('?date=2026-03-12T00:00:00Z')).bytes).toBe(0)
    const several = await sandbox.post('/v2/apps/metrics/bandwidth_daily', { app_ids: [id], date: '2026-03-14T00:00:00Z' })
    expect(several.body).toEqual({
      app_bandwidth_usage: [{ app_id: id, bandwidth_bytes: String(yesterday.bytes) }],
      date: '2026-03-14T00:00:00Z',
    })
    expect((await sandbox.post('/v2/apps/metrics/bandwidth_daily', { app_ids: [id, nobody] })).status).toBe(404)
  })
})
