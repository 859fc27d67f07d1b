import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const appDatabases: Story = {
  title: 'An app is made of what is detected, and its database has a new password and trusts it alone',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { tiers } = await cloud.apps.tiers.list()
    const { instance_sizes: sizes } = await cloud.apps.instanceSizes.list()
    keeps(() => assert.ok(sizes.every(({ tier_slug: slug }) => tiers.some((tier) => tier.slug === slug))))
    const github = { repo: 'tidewater-books/book-club', branch: 'main' }
    const { components } = await cloud.apps.detect({ body: { github } })
    const { components: same } = await cloud.apps.detect({ body: { github } })
    keeps(() => assert.deepEqual(same, components))
    const [found] = components

    const cluster = { name: 'orders-pg', engine: 'pg', version: '16', region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: 1 } as const
    const { database } = await cloud.databases.create({ body: cluster })
    await pass(300)
    const club = { name: 'club-db', engine: 'PG', production: true, cluster_name: 'orders-pg' } as const
    const web = {
      name: 'web',
      github,
      environment_slug: found?.environment_slug ?? 'node-js',
      run_command: found?.run_command ?? 'npm start',
    }
    const { app } = await cloud.apps.create({ body: { spec: { name: 'book-club', services: [web], databases: [club] } } })
    await pass(300)
    const path = { app_id: app.id }
    const of = { ...path, component_name: 'club-db' }
    const { connection_details: before } = await cloud.apps.databases.listConnectionDetails({ path })
    const { database: online } = await cloud.databases.get({ path: { database_cluster_uuid: database.id } })
    lists(before, ({ component_name: name, database_url: url }) => [name, url], [['club-db', online.connection?.uri]])

    const { deployment } = await cloud.apps.components.resetPassword({ path: of })
    const { connection_details: after } = await cloud.apps.databases.listConnectionDetails({ path })
    await pass(300)
    const { deployment: ended } = await cloud.apps.deployments.get({ path: { ...path, deployment_id: deployment.id } })
    keeps(() => {
      assert.notEqual(after[0]?.password, before[0]?.password)
      assert.equal(ended.phase, 'ACTIVE')
    })

    const { is_enabled: isTrusted } = await cloud.apps.components.updateTrustedSources({ path: of, body: { Enable: true } })
    const { rules } = await cloud.databases.firewallRules.list({ path: { database_cluster_uuid: database.id } })
    keeps(() => {
      assert.equal(isTrusted, true)
      assert.deepEqual(
        rules.map(({ type, value }) => [type, value]),
        [['app', app.id]],
      )
    })
    await refuses(404, () => cloud.apps.components.resetPassword({ path: { ...path, component_name: 'web' } }))
    await cloud.apps.delete({ path: { id: app.id } })
    const { rules: left } = await cloud.databases.firewallRules.list({ path: { database_cluster_uuid: database.id } })
    keeps(() => assert.deepEqual(left, []))
    await refuses(404, () => cloud.apps.databases.listConnectionDetails({ path }))
  },
}
