/** Resources for tests: created through the API, and returned once they are ready. */
import { expect } from 'vitest'
import type { SandboxOptions } from '../src/options.ts'
import { type Answer, type TestSandbox, createTestSandbox, webServer } from './create-test-sandbox.ts'
import type { BodyAt, Fields } from './operation-at.ts'

/** @param message part of what it says */
export async function expectRefusal(response: Promise<Answer>, status: number, message: string): Promise<void> {
  const { status: given, body } = await response
  expect({ status: given, message: body.message }).toEqual({ status, message: expect.stringContaining(message) })
}

export async function createDroplet(sandbox: TestSandbox, more: Fields<'/v2/droplets'> = {}) {
  const { body } = await sandbox.post('/v2/droplets', { ...webServer, ...more })
  await sandbox.pass(30)
  return body.droplet.id
}

const versions = { pg: '16', mysql: '8', redis: '7', valkey: '8', mongodb: '8', kafka: '3.8', opensearch: '2.19' } as const

export type TestEngine = keyof typeof versions

/** Creates a cluster that is online and returns its path. */
export async function createDatabase(sandbox: TestSandbox, engine: TestEngine, more: Fields<'/v2/databases'> = {}) {
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

/** Gets the cluster at a path. */
export const getDatabase = async (sandbox: TestSandbox, path: `/v2/databases/${string}`) => (await sandbox.get(path)).body.database

export const bindery = {
  name: 'bindery',
  region: 'nyc3',
  version: '1.34.1-do.0',
  node_pools: [{ size: 's-2vcpu-4gb', name: 'shop-pool', count: 2 }],
} as const
export const clusters = '/v2/kubernetes/clusters'

export async function createKubernetes(sandbox: TestSandbox, more: Fields<typeof clusters> = {}) {
  const { status, body } = await sandbox.post(clusters, { ...bindery, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  await sandbox.pass(250)
  const { kubernetes_cluster: cluster } = (await sandbox.get(`${clusters}/${body.kubernetes_cluster.id}`)).body
  const [pool] = cluster.node_pools
  const path = `${clusters}/${cluster.id}` as const
  return {
    id: cluster.id as string,
    cluster,
    pool,
    path,
    read: async () => (await sandbox.get(path)).body.kubernetes_cluster,
    readPool: async () => (await sandbox.get(`${path}/node_pools/${pool.id}`)).body.node_pool,
  }
}

export const states = (nodes: readonly { readonly status: { readonly state: string } }[]) => nodes.map(({ status }) => status.state)

export const llama = 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97'
export const haiku = '8d14f0a6-52b7-4c3e-9a80-e6f3b91d7c45'
export const reasoner = 'a0c6f218-95d4-4e3b-97c1-3e8b52d704f6'
export const gte = '5a7d92e0-1c38-4be6-a4f5-0d83c61e7b24'
export const nobody = '00000000-0000-4000-8000-000000000000'
export const helpPages = {
  web_crawler_data_source: { base_url: 'https://tidewater.example/help', crawling_option: 'PATH', exclude_tags: ['nav'] },
} as const

export async function createGenai(options: SandboxOptions = {}) {
  const sandbox = createTestSandbox(options)
  await sandbox.post('/_sandbox/clock', { now: '2026-03-03T09:30:00Z', frozen: true })
  const { id: project } = (await sandbox.get('/v2/projects/default')).body.project
  const agentOf = (fields: Fields<'/v2/gen-ai/agents'> = {}) => ({
    name: 'shop-assistant',
    instruction: 'You help the customers of a small bookshop.',
    model_uuid: llama,
    project_id: project,
    region: 'tor1',
    ...fields,
  })
  const baseOf = (fields: Fields<'/v2/gen-ai/knowledge_bases'> = {}) => ({
    name: 'shop-pages',
    embedding_model_uuid: gte,
    project_id: project,
    region: 'tor1',
    datasources: [helpPages],
    ...fields,
  })
  return {
    ...sandbox,
    project,
    agentOf,
    baseOf,
    makeAgent: async (fields: Fields<'/v2/gen-ai/agents'> = {}) => (await sandbox.post('/v2/gen-ai/agents', agentOf(fields))).body.agent,
    makeBase: async (fields: Fields<'/v2/gen-ai/knowledge_bases'> = {}) =>
      (await sandbox.post('/v2/gen-ai/knowledge_bases', baseOf(fields))).body.knowledge_base,
  }
}

export const github = { repo: 'tidewater-books/book-club', branch: 'main', deploy_on_push: true } as const

export const web = { name: 'web', github, run_command: 'npm start', instance_count: 2, instance_size_slug: 'apps-s-1vcpu-1gb' } as const

export const bookClub = { name: 'book-club', region: 'nyc', services: [web] } as const

/** Duration of a deployment with a build: 5 + 30 + 5 + 20 seconds. */
export const secondsToDeploy = 60

export async function createApp(sandbox: TestSandbox, spec: BodyAt<'post', '/v2/apps'>['spec'] = bookClub) {
  const { status, body } = await sandbox.post('/v2/apps', { spec })
  if (status !== 200) throw new Error(`No app was made: ${status} ${body.message}`)
  const path = `/v2/apps/${body.app.id}` as const
  return { id: String(body.app.id), path, app: body.app, read: async () => (await sandbox.get(path)).body.app }
}

export async function createLiveApp(sandbox: TestSandbox, spec: BodyAt<'post', '/v2/apps'>['spec'] = bookClub) {
  const created = await createApp(sandbox, spec)
  await sandbox.pass(secondsToDeploy)
  return { ...created, app: await created.read() }
}
