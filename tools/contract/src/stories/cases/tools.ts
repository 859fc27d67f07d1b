import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const tools: Story = {
  title: 'The database tools make what the API then shows, and the other way round',
  run: async ({ cloud, keeps, refuses, pass }) => {
    await cloud.tools.callDbClusterListOptions({ body: {} })
    const orders = { name: 'orders-pg', engine: 'pg', version: '16', region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: 1 } as const
    await cloud.tools.callDbClusterCreate({ body: { ...orders, tags: 'storefront' } })
    const [made] = (await cloud.databases.list()).databases
    assert.ok(made)
    const { id } = made
    const path = { database_cluster_uuid: id }
    await pass(120)
    const { database: seen } = await cloud.databases.get({ path })
    keeps(() => assert.deepEqual([seen.status, seen.tags], ['online', ['storefront']]))
    const { user } = await cloud.databases.users.create({ path, body: { name: 'storefront' } })
    const listed = await cloud.tools.callDbClusterListUsers({ body: { id } })
    const { users } = await cloud.databases.users.list({ path })
    keeps(() => {
      assert.deepEqual(listed['users'], users)
      assert.deepEqual(
        users.find(({ name }) => name === 'storefront'),
        user,
      )
    })
    await cloud.tools.callDbClusterResize({ body: { id, size: 'db-s-4vcpu-8gb', num_nodes: 2 } })
    await pass(120)
    await cloud.tools.callDbClusterUpgradeMajorVersion({ body: { id, version: '17' } })
    await pass(120)
    const { database: shown } = await cloud.tools.callDbClusterGet({ body: { id } })
    const { database: larger } = await cloud.databases.get({ path })
    keeps(() => assert.deepEqual(shown, larger))
    keeps(() => assert.deepEqual([larger.size, larger.version, larger.num_nodes], ['db-s-4vcpu-8gb', '17', 2]))
    await cloud.tools.callDbClusterDeleteUser({ body: { id, user: 'storefront' } })
    await refuses(404, () => cloud.databases.users.get({ path: { ...path, username: 'storefront' } }))
    await cloud.tools.callDbClusterDelete({ body: { id } })
    await refuses(404, () => cloud.databases.get({ path }))
    await refuses(404, () => cloud.tools.callDbClusterGet({ body: { id } }))
    const { databases } = await cloud.tools.callDbClusterList({ body: {} })
    keeps(() => assert.deepEqual(databases, []))
  },
}
