/** Starts sandboxes with the service, and connects to their clusters. */
import type { StartOptions } from '@spindrift/sandbox'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import type { SandboxReply } from '@spindrift/testing/send-request'
import { startService } from '@spindrift/testing/start-service'
import { createService } from '../src/index.ts'
import { findSystemBackend } from '../src/system-backend.ts'

/** Parsed JSON, and rows of queries. */
export type Json = SandboxReply['body']

export type BackendName = 'pglite' | 'system'

/** The back ends of this machine. PGlite is everywhere. */
export const backends: readonly BackendName[] = (await findSystemBackend('/', false).catch(() => undefined))
  ? ['pglite', 'system']
  : ['pglite']

export type TestSandbox = Awaited<ReturnType<typeof start>>

export async function start(backend: BackendName, options: StartOptions = {}) {
  const service = await startService(createService({ backend }), options)
  const { request, sandbox } = service
  let count = 0
  return {
    ...service,
    url: sandbox.url,
    /** Creates a cluster that is online. */
    createCluster: async (fields: object = {}, token?: string): Promise<Json> => {
      const name = `cluster-${++count}`
      const body = { name, engine: 'pg', version: '17', size: 'db-s-1vcpu-1gb', region: 'nyc3', num_nodes: 1, ...fields }
      const created = await request('POST', '/v2/databases', body, token)
      if (created.status !== 201) throw new Error(JSON.stringify(created.body))
      return (await request('GET', `/v2/databases/${created.body.database.id}`, undefined, token)).body.database
    },
    getCluster: async (id: string): Promise<Json> => (await request('GET', `/v2/databases/${id}`)).body.database,
    [Symbol.asyncDispose]: sandbox.close,
  }
}

/** Replaces parts of a connection URI. */
export function changeUri(uri: string, { user, password, database }: { user?: string; password?: string; database?: string }): string {
  const url = new URL(uri)
  if (user !== undefined) url.username = user
  if (password !== undefined) url.password = password
  if (database !== undefined) url.pathname = `/${database}`
  return url.href
}

/** Connects a client, which is closed after the test. */
export async function connect(uri: string): Promise<Client> {
  const client = new Client(uri)
  client.on('error', () => {})
  await client.connect()
  // The promise never resolves when the server has closed the connection before.
  onTestFinished(() => void client.end().catch(() => {}))
  return client
}

/** Runs one statement on a connection of its own. */
export async function query(uri: string, sql: string, values: readonly unknown[] = []): Promise<Json[]> {
  const client = new Client(uri)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, [...values])).rows
  } finally {
    await client.end()
  }
}
