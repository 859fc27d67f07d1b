import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const vectorDatabases: Story = {
  title: 'A vector database comes up, is enlarged, goes back to a backup, and is deleted',
  run: async ({ cloud, keeps, refuses, pass }) => {
    const body = { name: 'book-vectors', region: 'nyc3', size: 'small', tags: ['storefront'] } as const
    const { vector_db: made } = await cloud.vectorDatabases.create({ body: { ...body, tags: [...body.tags] } })
    const path = { id: made.id }
    keeps(() => assert.equal(made.status, 'creating'))
    await refuses(409, () => cloud.vectorDatabases.getCredentials({ path }))
    await pass(120)
    const { vector_db: online } = await cloud.vectorDatabases.get({ path })
    keeps(() => assert.equal(online.status, 'active'))
    const credentials = await cloud.vectorDatabases.getCredentials({ path })
    assert.ok(credentials.api_token)
    await cloud.vectorDatabases.resize({ path, body: { size: 'medium' } })
    await refuses(409, () => cloud.vectorDatabases.update({ path, body: { config: { enable_auto_schema: false } } }))
    await pass(120)
    await cloud.vectorDatabases.updateTags({ path, body: { tags: ['env:prod'] } })
    const { vector_dbs: all, meta } = await cloud.vectorDatabases.list()
    keeps(() =>
      assert.deepEqual([all.map(({ size, status, tags }) => [size, status, tags]), meta.total], [[['medium', 'active', ['env:prod']]], 1]),
    )

    await pass(2 * 86_400)
    const { backups } = await cloud.vectorDatabases.backups.list({ path })
    const backup = { ...path, backup_id: backups[0]?.backup_id ?? '' }
    keeps(() => assert.notEqual(backup.backup_id, ''))
    await cloud.vectorDatabases.backups.restore({ path: backup, body: {} })
    await pass(600)
    await cloud.vectorDatabases.backups.getRestore({ path: backup })
    await cloud.vectorDatabases.delete({ path })
    await refuses(404, () => cloud.vectorDatabases.getCredentials({ path }))
  },
}
