import { describe, expect } from 'vitest'
import { bookClub, expectRefusal, github, createApp, createLiveApp, secondsToDeploy, web } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

describe('deployments', () => {
  it('moves through its phases with consistent progress counters', async ({ sandbox }) => {
    const { path, app } = await createApp(sandbox, { ...bookClub, workers: [{ name: 'mailer', github }] })
    const read = async () => (await sandbox.get(`${path}/deployments/${app.pending_deployment.id}`)).body.deployment
    const seen: string[] = []
    for (const seconds of [0, 5, 30, 5, 20]) {
      await sandbox.pass(seconds)
      const { phase, progress, phase_last_updated_at: at, updated_at: updated } = await read()
      seen.push(`${phase} ${progress.pending_steps}/${progress.running_steps}/${progress.success_steps}`)
      expect(progress.pending_steps + progress.running_steps + progress.success_steps).toBe(progress.total_steps)
      expect(progress.summary_steps).toHaveLength(2)
      expect(updated).toBe(at)
    }
    expect(seen).toEqual(['PENDING_BUILD 7/0/0', 'BUILDING 4/2/1', 'PENDING_DEPLOY 4/0/3', 'DEPLOYING 1/2/4', 'ACTIVE 0/0/7'])
    const { progress, services, workers } = await read()
    expect(progress.steps[0].steps[1].steps[0]).toMatchObject({
      component_name: 'web',
      message_base: 'Building service web',
      status: 'SUCCESS',
    })
    const [build, deploy] = progress.steps
    expect(Date.parse(build.ended_at) - Date.parse(build.started_at)).toBe(30_000)
    expect(Date.parse(deploy.ended_at) - Date.parse(deploy.started_at)).toBe(20_000)
    expect(build.started_at).toMatch(/:\d\d\.\d{9}Z$/)
    expect(services[0].source_commit_hash).toMatch(/^[0-9a-f]{40}$/)
    expect(workers[0].source_commit_hash).toBe(services[0].source_commit_hash)
  })

  it('waits while another is in progress and is superseded by a newer one', async ({ sandbox }) => {
    const { path, app, read } = await createApp(sandbox)
    await sandbox.pass(10)
    const second = (await sandbox.post(`${path}/deployments`, {})).body.deployment
    const third = (await sandbox.post(`${path}/deployments`, { force_build: true })).body.deployment
    expect(third).toMatchObject({ cause: 'manual', phase: 'PENDING_BUILD' })
    expect(await read()).toMatchObject({
      in_progress_deployment: { id: app.pending_deployment.id, phase: 'BUILDING' },
      pending_deployment: { id: third.id },
    })
    expect((await sandbox.get(`${path}/deployments/${second.id}`)).body.deployment.phase).toBe('SUPERSEDED')
    await sandbox.pass(50)
    expect(await read()).toMatchObject({ active_deployment: { id: app.pending_deployment.id }, pending_deployment: { id: third.id } })
    await sandbox.pass(secondsToDeploy)
    expect(await read()).toMatchObject({ active_deployment: { id: third.id } })
    const { deployments, meta } = (await sandbox.get(`${path}/deployments?per_page=2`)).body
    expect(deployments.map(({ id }) => id)).toEqual([third.id, second.id])
    expect(meta.total).toBe(3)
  })

  it('cancels a pending or running deployment and starts the next one', async ({ sandbox }) => {
    const { path, app, read } = await createApp(sandbox)
    await sandbox.pass(10)
    const second = (await sandbox.post(`${path}/deployments`, {})).body.deployment
    const { deployment } = (await sandbox.post(`${path}/deployments/${app.pending_deployment.id}/cancel`)).body
    expect(deployment).toMatchObject({ phase: 'CANCELED', progress: { running_steps: 0, error_steps: 0 } })
    await sandbox.pass(5)
    expect((await read()).in_progress_deployment.id).toBe(second.id)
    await expectRefusal(sandbox.post(`${path}/deployments/${deployment.id}/cancel`), 409, 'CANCELED')
    const third = (await sandbox.post(`${path}/deployments`, {})).body.deployment
    await sandbox.post(`${path}/deployments/${third.id}/cancel`)
    await sandbox.pass(secondsToDeploy * 2)
    expect((await read()).active_deployment.id).toBe(second.id)
    expect(await read()).not.toHaveProperty('pending_deployment')
  })

  it('filters deployments by type', async ({ sandbox }) => {
    const { path, app } = await createLiveApp(sandbox)
    const rollback = (await sandbox.post(`${path}/rollback`, { deployment_id: app.active_deployment.id })).body.deployment
    const list = async (query: string) => (await sandbox.get(`${path}/deployments?${query}`)).body.deployments.map(({ id }) => id)
    expect(await list('deployment_types=MANUAL_ROLLBACK')).toEqual([rollback.id])
    expect(await list('deployment_types=MANUAL&deployment_types=MANUAL_ROLLBACK')).toEqual([rollback.id, app.active_deployment.id])
    expect(await list('deployment_types=AUTOSCALED')).toEqual([])
  })

  const failing = [
    { input: { ...web, build_command: 'npm ci && exit 3' }, code: 'BuildJobExitNonZero', stage: 0 },
    { input: { ...web, run_command: 'exit 1' }, code: 'DeployContainerExitNonZero', stage: 1 },
  ]
  it.for(failing)('fails with $code and keeps the active deployment', async ({ input, code, stage }, { sandbox }) => {
    const { path, app, read } = await createLiveApp(sandbox)
    const { pending_deployment: changed } = (await sandbox.put(path, { spec: { ...bookClub, services: [input] } })).body.app
    await sandbox.pass(secondsToDeploy)
    const { deployment } = (await sandbox.get(`${path}/deployments/${changed.id}`)).body
    expect(deployment).toMatchObject({ phase: 'ERROR', progress: { error_steps: 1, running_steps: 0 } })
    expect(deployment.progress.summary_steps[stage]).toMatchObject({ status: 'ERROR', reason: { code } })
    const after = await read()
    expect(after.active_deployment.id).toBe(app.active_deployment.id)
    expect(after).not.toHaveProperty('in_progress_deployment')
  })

  it('fails when its database cluster is deleted', async ({ sandbox }) => {
    const cluster = { name: 'orders-pg', engine: 'pg', num_nodes: 1, size: 'db-s-1vcpu-1gb', region: 'nyc3' } as const
    const { database } = (await sandbox.post('/v2/databases', cluster)).body
    const databases = [{ name: 'club-db', production: true, cluster_name: 'orders-pg' }] as const
    const { path, app } = await createApp(sandbox, { ...bookClub, databases })
    expect(app.spec.databases).toEqual(databases)
    await sandbox.delete(`/v2/databases/${database.id}`)
    await sandbox.pass(secondsToDeploy)
    const { deployment } = (await sandbox.get(`${path}/deployments/${app.pending_deployment.id}`)).body
    expect(deployment).toMatchObject({ phase: 'ERROR' })
    expect(deployment.progress.summary_steps[1].reason.message).toContain('orders-pg')
  })
})

describe('rollbacks', () => {
  const createTwoDeployments = async () => {
    const sandbox = createTestSandbox()
    const live = await createLiveApp(sandbox)
    await sandbox.put(live.path, { spec: { ...bookClub, services: [{ ...web, instance_count: 5 }] } })
    await sandbox.pass(secondsToDeploy)
    const first = live.app.active_deployment
    return { ...live, sandbox, first, second: (await live.read()).active_deployment }
  }

  it('deploys an earlier deployment and pins the app to it', async () => {
    const { sandbox, path, read, first, second } = await createTwoDeployments()
    expect((await sandbox.post(`${path}/rollback/validate`, { deployment_id: first.id })).body).toEqual({ valid: true, warnings: [] })
    const { deployment } = (await sandbox.post(`${path}/rollback`, { deployment_id: first.id })).body
    expect(deployment).toMatchObject({
      cause: `rollback to ${first.id}`,
      cloned_from: first.id,
      phase: 'PENDING_DEPLOY',
      services: first.services,
      progress: { summary_steps: [{ name: 'deploy', status: 'PENDING' }] },
    })
    await sandbox.pass(25)
    const pinned = await read()
    expect(pinned).toMatchObject({ active_deployment: { id: deployment.id }, pinned_deployment: { id: first.id } })
    expect(pinned.spec.services[0].instance_count).toBe(5)
    for (const refused of [
      await sandbox.put(path, { spec: bookClub }),
      await sandbox.post(`${path}/deployments`, {}),
      await sandbox.post(`${path}/restart`, {}),
    ])
      expect(refused.status).toBe(409)
    const verdict = (await sandbox.post(`${path}/rollback/validate`, { deployment_id: second.id })).body
    expect(verdict).toMatchObject({ valid: false, error: { code: 'app_pinned', components: [] } })
    expect((await sandbox.post(`${path}/rollback`, { deployment_id: second.id })).status).toBe(412)
  })

  it('keeps the rollback after a commit', async () => {
    const { sandbox, path, read, first } = await createTwoDeployments()
    expect((await sandbox.post(`${path}/rollback/commit`)).status).toBe(412)
    await sandbox.post(`${path}/rollback`, { deployment_id: first.id })
    await sandbox.pass(25)
    const response = await sandbox.post(`${path}/rollback/commit`)
    expect(response).toMatchObject({ status: 200, body: undefined })
    const app = await read()
    expect(app).not.toHaveProperty('pinned_deployment')
    expect(app.spec).toEqual(first.spec)
    expect((await sandbox.post(`${path}/deployments`, {})).status).toBe(200)
  })

  it('restores the previous deployment after a revert', async () => {
    const { sandbox, path, read, first, second } = await createTwoDeployments()
    expect((await sandbox.post(`${path}/rollback/revert`)).status).toBe(412)
    await sandbox.post(`${path}/rollback`, { deployment_id: first.id })
    await sandbox.pass(25)
    const { deployment } = (await sandbox.post(`${path}/rollback/revert`)).body
    expect(deployment).toMatchObject({ cause: `revert of the rollback to ${first.id}`, cloned_from: second.id, spec: second.spec })
    await sandbox.pass(25)
    const app = await read()
    expect(app.active_deployment.id).toBe(deployment.id)
    expect(app).not.toHaveProperty('pinned_deployment')
  })

  it('commits a rollback at once with skip_pin', async () => {
    const { sandbox, path, read, first } = await createTwoDeployments()
    await sandbox.post(`${path}/rollback`, { deployment_id: first.id, skip_pin: true })
    const app = await read()
    expect(app).not.toHaveProperty('pinned_deployment')
    expect(app.spec).toEqual(first.spec)
  })

  it('accepts only recent deployments that were active and have the current databases', async () => {
    const { sandbox, path, read, first } = await createTwoDeployments()
    const validateRollback = async (id: string) => (await sandbox.post(`${path}/rollback/validate`, { deployment_id: id })).body
    const waiting = (await sandbox.post(`${path}/deployments`, {})).body.deployment
    expect(await validateRollback(waiting.id)).toMatchObject({ valid: false, error: { code: 'incompatible_phase' } })
    await sandbox.post(`${path}/deployments/${waiting.id}/cancel`)
    expect(await validateRollback(waiting.id)).toMatchObject({ valid: false, error: { code: 'incompatible_result' } })
    await expectRefusal(sandbox.post(`${path}/rollback`, { deployment_id: waiting.id }), 412, 'CANCELED')
    expect((await sandbox.post(`${path}/rollback`, { deployment_id: nobody })).status).toBe(404)
    const more = {
      ...bookClub,
      static_sites: [{ name: 'pages', github }],
      workers: [{ name: 'mailer', image: { registry_type: 'DOCKER_HUB', registry: 'tidewater-books', repository: 'mailer' } }],
      databases: [{ name: 'club-db' }],
    } as const
    await sandbox.put(path, { spec: more })
    await sandbox.pass(secondsToDeploy)
    const withDatabase = (await read()).active_deployment
    expect((await validateRollback(withDatabase.id)).warnings).toMatchObject([
      { code: 'static_site_requires_rebuild', components: ['pages'] },
      { code: 'image_source_missing_digest', components: ['mailer'] },
    ])
    await sandbox.put(path, { spec: bookClub })
    expect((await validateRollback(withDatabase.id)).error).toMatchObject({ code: 'database_config_conflict', components: ['club-db'] })
    for (let n = 0; n < 9; n += 1) {
      await sandbox.pass(65)
      await sandbox.post(`${path}/deployments`, {})
    }
    await sandbox.pass(65)
    expect((await validateRollback(first.id)).error).toMatchObject({ code: 'exceeded_revision_limit' })
  })
})
