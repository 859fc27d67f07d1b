/** Server of `client-overhead`: returns the examples of the specification for the ten calls. Prints its port. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

interface Bundle {
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: unknown } | undefined>> }
}

const { components } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../spec/dist/control.json', import.meta.url)), 'utf8'),
) as Bundle

/** Name of the example for each operation. `:id` replaces the id of a droplet. */
const exampleNames: Readonly<Record<string, string>> = {
  'GET /v2/droplets': 'DropletList',
  'POST /v2/droplets': 'DropletCreated',
  'GET /v2/droplets/:id': 'Droplet',
  'GET /v2/droplets/:id/snapshots': 'DropletSnapshotList',
  'GET /v2/droplets/:id/backups': 'DropletBackupList',
  'GET /v2/droplets/:id/neighbors': 'DropletNeighbors',
  'GET /v2/droplets/:id/firewalls': 'DropletFirewalls',
  // For a client that lacks the operation above.
  'GET /v2/firewalls': 'DropletFirewalls',
  'GET /v2/droplets/:id/backups/policy': 'DropletBackupPolicy',
  'GET /v2/reports/droplet_neighbors_ids': 'NeighborIds',
}

const bodies = new Map(
  Object.entries(exampleNames).map(([operation, name]) => {
    const example = components.examples[name]
    if (!example) throw new Error(`The specification has no example ${name}.`)
    return [operation, Buffer.from(JSON.stringify(example.value))]
  }),
)

const headers = {
  'ratelimit-limit': '5000',
  'ratelimit-remaining': '4816',
  'ratelimit-reset': '1795258800',
  'x-request-id': '6a7b0f7e-4f2b-4bd1-8d0f-3a1c5f2b9a10',
}

const server = createServer((request, response) => {
  request.resume()
  const path = request.url?.replace(/\?.*/, '').replace(/\/\d+/, '/:id')
  const body = bodies.get(`${request.method} ${path}`)
  if (body) {
    const status = request.method === 'POST' ? 202 : 200
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length, ...headers }).end(body)
  } else response.writeHead(request.method === 'DELETE' ? 204 : 404, headers).end()
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
