import { afterEach, expect, it } from 'vitest'
import { closeAll, cluster, open, readText } from './open.ts'

afterEach(closeAll)

const settings = { allowWrites: true }
const order = { name: 'orders', engine: 'pg', version: '16', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 }

it.each([' , ', ',', ',,'])('rejects the empty list of strings %j by name', async (tags) => {
  const { call, sent } = await open({ settings })
  const result = await call('db-cluster-create', { ...order, tags })
  expect(readText(result)).toContain('tags: is an empty list.')
  expect({ isError: result.isError, sent }).toEqual({ isError: true, sent: [] })
})

it('omits empty items of a list of strings', async () => {
  const { call, sent } = await open({ settings, respond: () => ({ status: 201, body: { database: { id: cluster } } }) })
  await call('db-cluster-create', { ...order, tags: 'shop, ,web,' })
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ tags: ['shop', 'web'] })
})
