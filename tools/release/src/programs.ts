/** First programs of a user, one per package. Each exits with another code than 0 if it fails. */

/** Requests from the client to the mock. */
const mock = `
import assert from 'node:assert/strict'
import { startMock } from '@spindrift/mock'
import { createCloud, NotFoundError } from '@spindrift/client'
import { createPathClient } from '@spindrift/client/paths'
import { createDroplets } from '@spindrift/client/droplets'

const mock = await startMock({ port: 0 })
try {
  const options = { baseUrl: mock.url, token: 'any' }
  const { droplets } = await createCloud(options).droplets.list()
  assert.equal(typeof droplets[0].name, 'string')
  const { droplet } = await createDroplets(options).get({ path: { droplet_id: 1 } })
  assert.equal(typeof droplet.id, 'number')
  await assert.rejects(createDroplets(options).get({ path: { droplet_id: 1 } }, { headers: { prefer: 'code=404' } }), NotFoundError)
  const { response } = await createPathClient(options).GET('/v2/volumes')
  assert.equal(response.status, 200)
} finally {
  await mock.close()
}
`

/** The sandbox in the process, and its command. */
const sandbox = `
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createCloud } from '@spindrift/client'
import { startSandbox } from '@spindrift/sandbox'

const sandbox = await startSandbox({ port: 0, seed: 7, actionSeconds: 0 })
try {
  const cloud = createCloud({ baseUrl: sandbox.url, token: sandbox.credentials().tokens.full })
  const { droplet } = await cloud.droplets.create({ body: { name: 'web-01', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' } })
  const read = await cloud.droplets.get({ path: { droplet_id: droplet.id } })
  assert.equal(read.droplet.status, 'active')
  const { stdout } = await promisify(execFile)(process.execPath, ['node_modules/@spindrift/sandbox/dist/main.js', 'doctor', '--url', sandbox.url])
  assert.match(stdout, /running at/)
} finally {
  await sandbox.close()
}
`

/** The tool server with its own sandbox, called over standard input like an MCP client does. */
const mcp = `
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const server = spawn(process.execPath, ['node_modules/@spindrift/mcp/dist/main.js', '--sandbox'], { stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
const sendRequest = async (id, method, params) => {
  server.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\\n')
  return JSON.parse((await lines.next()).value).result
}
const { serverInfo } = await sendRequest(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'rehearsal', version: '1.0.0' } })
assert.equal(serverInfo.name, 'spindrift')
assert.equal(serverInfo.version, JSON.parse(readFileSync('node_modules/@spindrift/mcp/package.json', 'utf8')).version)
assert.equal((await sendRequest(2, 'tools/list', {})).tools.length, 18)
const { structuredContent } = await sendRequest(3, 'tools/call', { name: 'db-cluster-list', arguments: {} })
assert.equal(structuredContent.total, 7)
server.stdin.end()
`

/** The documents, as modules and as files. */
const openapi = `
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apis, locateDocument, readDocument } from '@spindrift/openapi'
import plain from '@spindrift/openapi/plain/control.json' with { type: 'json' }

for (const api of apis) assert.equal((await readDocument(api)).openapi, '3.1.1')
assert.equal(plain.paths['/v2/droplets'].post['x-effect'], undefined)
assert.match(readFileSync(fileURLToPath(locateDocument('oauth', { format: 'yaml' })), 'utf8'), /^openapi: "3/)
assert.ok(import.meta.resolve('@spindrift/openapi/workflows/volume-move.arazzo.yaml').endsWith('.yaml'))
`

/** The pages of the reference, requested from its server. */
const reference = `
import assert from 'node:assert/strict'
import { serveReference } from '@spindrift/reference'

const reference = await serveReference({ port: 0 })
try {
  const page = await fetch(reference.url)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<title>/)
} finally {
  await reference.close()
}
`

/** The configuration of a container. Starts none, so it needs no container engine. */
const testcontainers = `
import assert from 'node:assert/strict'
import { SpindriftContainer } from '@spindrift/testcontainers'
import { GenericContainer } from 'testcontainers'

assert(new SpindriftContainer().withWorld('empty').withSettings({ lag: 'none' }) instanceof GenericContainer)
`

/** Object storage, started by its name. */
const spaces = `
import assert from 'node:assert/strict'
import { startSandbox } from '@spindrift/sandbox'

const sandbox = await startSandbox({ port: 0, services: ['spaces'] })
try {
  const reply = await fetch(sandbox.services[0].urls.s3 + '/covers')
  assert.equal(reply.status, 404)
  assert.match(await reply.text(), /NoSuchBucket/)
} finally {
  await sandbox.close()
}
`

/** A row in a database cluster, stored by PGlite. */
const postgres = `
import assert from 'node:assert/strict'
import { createService } from '@spindrift/postgres'
import { startSandbox } from '@spindrift/sandbox'

const sandbox = await startSandbox({ port: 0, actionSeconds: 0, services: [createService({ backend: 'pglite' })] })
try {
  const headers = { authorization: 'Bearer ' + sandbox.credentials().tokens.full, 'content-type': 'application/json' }
  const body = { name: 'shop', engine: 'pg', version: '17', size: 'db-s-1vcpu-1gb', region: 'nyc3', num_nodes: 1 }
  const response = await fetch(sandbox.url + '/v2/databases', { method: 'POST', headers, body: JSON.stringify(body) })
  assert.match((await response.json()).database.connection.uri, /^postgresql:.*@127\\.0\\.0\\.1:/)
} finally {
  await sandbox.close()
}
`

/** Name server, started by its name. */
const dns = `
import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { startSandbox } from '@spindrift/sandbox'

const sandbox = await startSandbox({ port: 0, services: ['dns'] })
try {
  const resolver = new Resolver()
  resolver.setServers([sandbox.services[0].environment.SPINDRIFT_DNS_SERVER])
  assert.deepEqual(await resolver.resolve4('covers.nyc3.localhost'), ['127.0.0.1'])
} finally {
  await sandbox.close()
}
`

/** Inbox of alerts, started by its name. */
const notifications = `
import assert from 'node:assert/strict'
import { startSandbox } from '@spindrift/sandbox'

const sandbox = await startSandbox({ port: 0, services: ['notifications'] })
try {
  const response = await fetch(sandbox.url + '/_sandbox/inbox')
  assert.deepEqual(await response.json(), { is_running: true, messages: [] })
} finally {
  await sandbox.close()
}
`

const useClient = `
const check = (condition, message) => { if (!condition) throw new Error(message) }
const use = async () => {
  const cloud = createCloud()
  const { volume } = await cloud.volumes.create({ name: 'books-' + Date.now() % 100000, size_gigabytes: 10, region: 'nyc3' })
  check((await cloud.volumes.get(volume.id)).volume.name === volume.name, 'the created volume was not returned')
  let missing
  await cloud.droplets.get(1).catch((error) => { missing = error })
  check(missing instanceof NotFoundError, 'expected NotFoundError, got ' + missing)
}
`

/** Programs of the client, which read the base URL and the token from the environment. */
const clientModule = `import { createCloud, NotFoundError } from '@spindrift/client'\nimport '@spindrift/types'\n${useClient}\nawait use()\n`
const clientRequire = `const { createCloud, NotFoundError } = require('@spindrift/client')\nrequire('@spindrift/types')\nrequire('@spindrift/client/volumes')\n${useClient}\nuse().catch((error) => { console.error(error); process.exitCode = 1 })\n`
const sandboxRequire = `const { startSandbox } = require('@spindrift/sandbox')\nstartSandbox({ port: 0, world: 'empty' }).then((sandbox) => sandbox.close())\n`

export interface Program {
  readonly file: string
  readonly text: string
  /** Oldest supported Node. */
  readonly node: readonly [major: number, minor: number]
  /** True if the program uses a running sandbox. It then runs on every runtime of the client. */
  readonly needsSandbox?: boolean
}

export const programs: readonly Program[] = [
  { file: 'client.mjs', text: clientModule, node: [22, 0], needsSandbox: true },
  { file: 'client.cjs', text: clientRequire, node: [20, 19], needsSandbox: true },
  { file: 'sandbox.mjs', text: sandbox, node: [22, 13] },
  { file: 'sandbox.cjs', text: sandboxRequire, node: [22, 13] },
  { file: 'openapi.mjs', text: openapi, node: [22, 0] },
  { file: 'spaces.mjs', text: spaces, node: [22, 13] },
  { file: 'testcontainers.mjs', text: testcontainers, node: [22, 22] },
  { file: 'dns.mjs', text: dns, node: [22, 13] },
  { file: 'notifications.mjs', text: notifications, node: [22, 13] },
  { file: 'postgres.mjs', text: postgres, node: [22, 13] },
  { file: 'mcp.mjs', text: mcp, node: [22, 13] },
  { file: 'reference.mjs', text: reference, node: [22, 0] },
  { file: 'mock.mjs', text: mock, node: [24, 18] },
]
