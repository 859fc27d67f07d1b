/** The other end of `client-overhead`: answers every request with the droplet of the specification's example. Prints its port. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

interface Bundle {
  readonly components: { readonly examples: { readonly Droplet: { readonly value: unknown } } }
}

const bundle = JSON.parse(readFileSync(fileURLToPath(new URL('../../../spec/dist/control.json', import.meta.url)), 'utf8')) as Bundle
const body = Buffer.from(JSON.stringify(bundle.components.examples.Droplet.value))
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': body.length,
  'ratelimit-limit': '5000',
  'ratelimit-remaining': '4816',
  'ratelimit-reset': '1795258800',
  'x-request-id': '6a7b0f7e-4f2b-4bd1-8d0f-3a1c5f2b9a10',
}

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers).end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
