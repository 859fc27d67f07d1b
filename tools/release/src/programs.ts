/** The first program a user of each package would write. Each ends with a code other than 0 when it does not work. */

/** The mock answers, the client asks: both installed from the registry. */
const client = `
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
  const reply = await createPathClient(options).GET('/v2/volumes')
  assert.equal(reply.status, 200)
} finally {
  await mock.close()
}
`

/** The whole platform, in the process and as a command. */
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
  const { stdout } = await promisify(execFile)('npx', ['--no-install', 'spindrift-sandbox', 'doctor', '--url', sandbox.url])
  assert.match(stdout, /one answers at/)
} finally {
  await sandbox.close()
}
`

/** The documents: as modules, and as files that another tool would take. */
const openapi = `
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apis, locateDocument, readDocument } from '@spindrift/openapi'
import plain from '@spindrift/openapi/plain/control.json' with { type: 'json' }

for (const api of apis) assert.equal((await readDocument(api)).openapi, '3.1.1')
assert.equal(plain.paths['/v2/droplets'].post['x-effect'], undefined)
assert.match(readFileSync(fileURLToPath(locateDocument('oauth', { format: 'yaml' })), 'utf8'), /^openapi: "3/)
assert.ok(import.meta.resolve('@spindrift/openapi/journeys/volume-move.arazzo.yaml').endsWith('.yaml'))
`

/** The tool server as a client starts it, with a sandbox of its own, and one call over standard input. */
const mcp = `
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const server = spawn('npx', ['--no-install', 'spindrift-mcp', '--sandbox'], { stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
const ask = async (id, method, params) => {
  server.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\\n')
  return JSON.parse((await lines.next()).value).result
}
const { serverInfo } = await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'rehearsal', version: '1.0.0' } })
assert.equal(serverInfo.name, 'spindrift')
assert.equal((await ask(2, 'tools/list', {})).tools.length, 18)
const { structuredContent } = await ask(3, 'tools/call', { name: 'db-cluster-list', arguments: {} })
assert.equal(structuredContent.total, 0)
server.stdin.end()
`

export const programs: Readonly<Record<string, string>> = { client, sandbox, openapi, mcp }
