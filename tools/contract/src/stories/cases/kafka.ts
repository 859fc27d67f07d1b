import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const kafka: Story = {
  title: 'A Kafka cluster gets topics, schemas and readers with rights of their own',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { database } = await cloud.databases.create({
      body: { name: 'events-kafka', engine: 'kafka', version: '3.8', region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: 3 },
    })
    const path = { database_cluster_uuid: database.id }
    await pass(120)
    await cloud.databases.topics.create({ path, body: { name: 'orders-placed' } })
    await refuses(409, () => cloud.databases.topics.create({ path, body: { name: 'orders-placed' } }))
    await pass(60)
    const at = { ...path, topic_name: 'orders-placed' }
    await cloud.databases.topics.update({ path: at, body: { partition_count: 6 } })
    const { topic } = await cloud.databases.topics.get({ path: at })
    keeps(() => assert.deepEqual([topic.name, topic.partitions.length], ['orders-placed', 6]))
    const { topics } = await cloud.databases.topics.list({ path })
    lists(topics, 'name', ['orders-placed'])

    const { user } = await cloud.databases.users.create({
      path,
      body: { name: 'invoice-mailer', settings: { acl: [{ topic: 'orders-*', permission: 'consume' }] } },
    })
    lists(user.settings?.acl, ({ topic: name, permission }) => [name, permission], [['orders-*', 'consume']])
    await refuses(412, () => cloud.databases.schemas.list({ path }))
    await cloud.databases.config.update({ path, body: { config: { schema_registry: true } } })
    const subject = { ...path, subject_name: 'orders-placed-value' }
    const schema = { subject_name: 'orders-placed-value', schema_type: 'JSON', schema: '{"type":"object"}' } as const
    await cloud.databases.schemas.create({ path, body: schema })
    const kept = await cloud.databases.schemas.get({ path: subject })
    keeps(() => assert.equal(kept.schema, '{"type":"object"}'))
    await cloud.databases.schemas.delete({ path: subject })
    await refuses(404, () => cloud.databases.schemas.get({ path: subject }))
    await cloud.databases.topics.delete({ path: at })
    await refuses(404, () => cloud.databases.topics.get({ path: at }))
    await cloud.databases.delete({ path })
  },
}
