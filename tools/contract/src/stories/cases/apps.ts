import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const apps: Story = {
  title: 'An app becomes live, is deployed anew, changed and rolled back, and goes with everything it had',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const github = { repo: 'tidewater-books/book-club', branch: 'main', deploy_on_push: true }
    const web = { name: 'web', github, run_command: 'npm start', instance_count: 2, instance_size_slug: 'apps-s-1vcpu-1gb' } as const
    const spec = { name: 'book-club', region: 'nyc', services: [web] } as const
    const { app: made } = await cloud.apps.create({ body: { spec: { ...spec, services: [web] } } })
    const [path, of] = [{ id: made.id }, { app_id: made.id }]
    await refuses(409, () => cloud.apps.create({ body: { spec: { ...spec, services: [web] } } }))
    await pass(300)
    const { app: live } = await cloud.apps.get({ path })
    keeps(() => {
      assert.equal(live.active_deployment?.phase, 'ACTIVE')
      assert.match(live.live_url ?? '', /^https:\/\/book-club-/)
    })

    const { deployment } = await cloud.apps.deployments.create({ path: of, body: { force_build: true } })
    await pass(300)
    const { deployment: ended } = await cloud.apps.deployments.get({ path: { ...of, deployment_id: deployment.id } })
    keeps(() => assert.equal(ended.phase, 'ACTIVE'))
    await cloud.apps.update({ path, body: { spec: { ...spec, services: [{ ...web, instance_count: 3 }] } } })
    await pass(300)
    const { deployments } = await cloud.apps.deployments.list({ path: of })
    lists(deployments, 'phase', ['ACTIVE', 'SUPERSEDED', 'SUPERSEDED'])
    const { app: changed } = await cloud.apps.get({ path })
    keeps(() => assert.equal(changed.spec.services?.[0]?.instance_count, 3))

    const back = { deployment_id: deployment.id }
    const { valid } = await cloud.apps.rollbacks.validate({ path: of, body: back })
    keeps(() => assert.equal(valid, true))
    await cloud.apps.rollbacks.create({ path: of, body: back })
    await pass(300)
    await cloud.apps.rollbacks.commit({ path: of })
    const { apps: all } = await cloud.apps.list()
    lists(all, (each) => each.spec.services?.[0]?.instance_count, [2])
    await cloud.apps.delete({ path })
    await refuses(404, () => cloud.apps.get({ path }))
    await refuses(404, () => cloud.apps.deployments.list({ path: of }))
  },
}
