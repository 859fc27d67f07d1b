import { type RunningServer, startHttpServer } from '@spindrift/testing/start-http-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProxy } from './start-proxy.ts'
import { json, tinyDocument, token } from './testing.ts'

let server: RunningServer
let upstream: string

beforeAll(async () => {
  // Responds to every GET as specified, except for `volume_id` 13, and to everything else with 201.
  server = await startHttpServer((request, response) => {
    const volume = request.url?.endsWith('/13') ? { name: 'covers-data' } : { name: 'covers-data', region: 'nyc3' }
    response.writeHead(request.method === 'GET' ? 200 : 201, { 'content-type': 'application/json', 'x-request-id': 'from-upstream' })
    response.end(JSON.stringify(volume))
  })
  upstream = server.url
})
afterAll(() => server.close())

describe('startProxy', () => {
  it('forwards valid requests and responses', async () => {
    await using proxy = await startProxy({ port: 0, document: tinyDocument, upstream })
    const response = await fetch(`${proxy.url}/v2/volumes/12`, { headers: token })
    expect(response.headers.get('x-request-id')).toBe('from-upstream')
    expect(response.headers.get('sl-violations')).toBeNull()
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(await response.json()).toEqual({ name: 'covers-data', region: 'nyc3' })
  })

  it('reports invalid responses and requests', async () => {
    const messages: string[] = []
    await using proxy = await startProxy({ port: 0, document: tinyDocument, upstream, onMessage: (message) => messages.push(message) })
    const reply = await fetch(`${proxy.url}/v2/volumes/13`, { headers: token })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('sl-violations')).toContain("must have required property 'region'")
    expect(messages).toEqual(["Violation: response.body Response body must have required property 'region'"])
    const request = await fetch(`${proxy.url}/v2/volumes`, { method: 'POST', headers: json, body: '{}' })
    expect(request.status).toBe(201)
    expect(request.headers.get('sl-violations')).toContain("must have required property 'name'")
  })

  it('rejects them with `errors`', async () => {
    await using proxy = await startProxy({ port: 0, document: tinyDocument, upstream, errors: true })
    expect((await fetch(`${proxy.url}/v2/volumes/13`, { headers: token })).status).toBe(500)
    expect((await fetch(`${proxy.url}/v2/volumes`, { method: 'POST', headers: json, body: '{}' })).status).toBe(422)
  })

  it.each(['ftp://127.0.0.1', '127.0.0.1:4020', 'nonsense'])('rejects the upstream %s', async (input) => {
    await expect(startProxy({ port: 0, upstream: input })).rejects.toThrow(
      `"${input}" is not an HTTP URL. Use one like http://127.0.0.1:4020.`,
    )
  })
})
