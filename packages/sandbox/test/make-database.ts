/** Clusters of every engine, made and waited for. */
import { expect } from 'vitest'
import type { TestSandbox } from './make-sandbox.ts'
import type { Fields } from './operation-at.ts'

const versions = { pg: '16', mysql: '8', redis: '7', valkey: '8', mongodb: '8', kafka: '3.8', opensearch: '2.19' } as const

export type TestEngine = keyof typeof versions

/** The path of a new cluster that is online. */
export async function makeDatabase(sandbox: TestSandbox, engine: TestEngine, more: Fields<'/v2/databases'> = {}) {
  const { status, body } = await sandbox.post('/v2/databases', {
    name: `shop-${engine}`,
    engine,
    version: versions[engine],
    region: 'nyc3',
    size: 'db-s-2vcpu-4gb',
    num_nodes: engine === 'kafka' ? 3 : 1,
    ...more,
  })
  expect(body.message).toBeUndefined()
  expect(status).toBe(201)
  await sandbox.pass(120)
  return `/v2/databases/${body.database.id}` as const
}

/** What the cluster of this path shows. */
export const readDatabase = async (sandbox: TestSandbox, path: `/v2/databases/${string}`) => (await sandbox.get(path)).body.database
