import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { bookClub, createApp, web } from '../../../test/fixtures.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields } from '../../../test/operation-at.ts'

describe('buildpacks', () => {
  it('lists buildpacks at their own path, not as an app with that id', async () => {
    const { status, body } = await createTestSandbox().get('/v2/apps/buildpacks')
    expect(status).toBe(200)
    expect(body.buildpacks).toContainEqual(expect.objectContaining({ id: 'spindrift/node', major_version: 2, latest: true }))
  })

  it('upgrades the components of a buildpack once', async ({ sandbox }) => {
    const image = { registry_type: 'DOCKER_HUB', registry: 'library', repository: 'nginx' } as const
    const services = [
      { ...web, environment_slug: 'node-js' },
      { name: 'front', image, http_port: 80 },
    ] as const
    const { path } = await createApp(sandbox, { ...bookClub, services })
    await sandbox.pass(60)
    const upgrade = (fields: Fields<`${typeof path}/upgrade_buildpack`>) =>
      sandbox.post(`${path}/upgrade_buildpack`, { buildpack_id: 'spindrift/node', major_version: 2, ...fields })
    expect((await upgrade({ buildpack_id: 'spindrift/python', major_version: 4 })).body).toEqual({ affected_components: [] })
    const first = await upgrade({ trigger_deployment: true })
    expect(first).toMatchObject({ status: 200, body: { affected_components: ['web'], deployment: { cause: 'buildpack upgraded' } } })
    expect((await sandbox.get(`${path}/deployments`)).body.deployments[0].id).toBe(first.body.deployment.id)
    expect((await upgrade({ trigger_deployment: true })).body).toEqual({ affected_components: [] })
    expect((await upgrade({ major_version: 1 })).body).toEqual({ affected_components: ['web'] })
    expect((await upgrade({ major_version: 99 })).status).toBe(422)
    expect((await upgrade({ buildpack_id: 'none' })).status).toBe(404)
  })
})
