import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const registries: Story = {
  title: 'One registry is seen at both addresses, a second makes the older one ambiguous',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    await cloud.registries.validateName({ body: { name: 'tidewater' } })
    const { registry: made } = await cloud.registries.create({
      body: { name: 'tidewater', subscription_tier_slug: 'professional', region: 'nyc3' },
    })
    const path = { registry_name: 'tidewater' }
    const { registry: seen } = await cloud.registries.legacy.get()
    keeps(() => assert.deepEqual([seen.name, seen.region, seen.created_at], ['tidewater', 'nyc3', made.created_at]))
    await refuses(422, () => cloud.registries.legacy.create({ body: { name: 'tidewater-press', subscription_tier_slug: 'basic' } }))
    await refuses(409, () => cloud.registries.validateName({ body: { name: 'tidewater' } }))
    const credentials = await cloud.registries.getDockerCredentials({ path })
    assert.ok(Object.keys(credentials.auths).length > 0)

    const { garbage_collection: run } = await cloud.registries.garbageCollections.run({ path })
    await refuses(409, () => cloud.registries.garbageCollections.run({ path }))
    await pass(3600)
    const { garbage_collections: runs } = await cloud.registries.garbageCollections.list({ path })
    lists(runs, ({ uuid, status }) => [uuid, status], [[run.uuid, 'succeeded']])
    const { repositories } = await cloud.registries.repositories.list({ path })
    keeps(() => assert.deepEqual(repositories, []))

    await cloud.registries.create({ body: { name: 'tidewater-press', region: 'ams3' } })
    await refuses(412, () => cloud.registries.legacy.get())
    const { registries: all } = await cloud.registries.list()
    keeps(() => assert.deepEqual(all.map(({ name }) => name).toSorted(), ['tidewater', 'tidewater-press']))
    await cloud.registries.delete({ path: { registry_name: 'tidewater-press' } })
    await cloud.registries.delete({ path })
    await refuses(404, () => cloud.registries.get({ path }))
    await refuses(404, () => cloud.registries.legacy.get())
  },
}
