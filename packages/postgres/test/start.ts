/** Starts sandboxes with the service, and connects to their clusters. */
import { startSandbox, type StartOptions } from '@spindrift/sandbox'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { createService } from '../src/index.ts'
import { findSystemBackend } from '../src/system-backend.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of replies
export type Json = Record<string, any>

export type BackendName = 'pglite' | 'system'

/** The back ends of this machine. PGlite is everywhere. */
export const backends: readonly BackendName[] = (await findSystemBackend('/', false).catch(() => undefined))
  ? ['pglite', 'system']
  : ['pglite']

export interface TestSandbox extends AsyncDisposable {
  readonly url: string
  readonly request: (
    method: string,
    path: string,
    body?: object,
    token?: string,
  ) => Promise<{ readonly status: number; readonly body: Json }>
  /** Creates a cluster that is online. */
  readonly createCluster: (fields?: object, token?: string) => Promise<Json>
  readonly getCluster: (id: string) => Promise<Json>
  readonly errors: unknown[]
}

export async function start(backend: BackendName, options: StartOptions = {}): Promise<TestSandbox> {
  const errors: unknown[] = []
  const sandbox = await startSandbox({
    port: 0,
    actionSeconds: 0,
    seed: 3,
    onError: (error) => errors.push(error),
    services: [createService({ backend })],
    ...options,
  })
  const request: TestSandbox['request'] = async (method, path, body, token = sandbox.credentials().tokens.full) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Json) }
  }
  let count = 0
  return {
    url: sandbox.url,
    request,
    errors,
    createCluster: async (fields = {}, token) => {
      const name = `cluster-${++count}`
      const body = { name, engine: 'pg', version: '17', size: 'db-s-1vcpu-1gb', region: 'nyc3', num_nodes: 1, ...fields }
      const created = await request('POST', '/v2/databases', body, token)
      if (created.status !== 201) throw new Error(JSON.stringify(created.body))
      return (await request('GET', `/v2/databases/${created.body['database'].id}`, undefined, token)).body['database'] as Json
    },
    getCluster: async (id) => (await request('GET', `/v2/databases/${id}`)).body['database'] as Json,
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
    return (await client.query(sql, [...values])).rows as Json[]
  } finally {
    await client.end()
  }
}
