/** Tests that every server gets requests, a stopped one is skipped, and no request that may have arrived is repeated. */
import type { RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { startBalancer } from './start-balancer.ts'

async function start(listener: RequestListener): Promise<string> {
  const { url, close } = await startHttpServer(listener)
  onTestFinished(close)
  return url
}

const echo = (name: string) =>
  start((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () =>
      response.writeHead(201, { 'x-from': name }).end(`${request.method} ${request.url} ${request.headers.host} ${body}`),
    )
  })

it('forwards requests and responses unchanged, to every server', async () => {
  const targets = await Promise.all(['one', 'two', 'three'].map(echo))
  await using balancer = await startBalancer(targets)
  const seen = new Set<string | null>()
  for (let n = 0; n < 60; n += 1) {
    const response = await fetch(`${balancer.url}/v2/tags?page=2`, { method: 'POST', body: 'covers' })
    expect([response.status, await response.text()]).toEqual([201, `POST /v2/tags?page=2 ${new URL(balancer.url).host} covers`])
    seen.add(response.headers.get('x-from'))
  }
  expect(seen).toEqual(new Set(['one', 'two', 'three']))
  expect([...balancer.counts.values()].reduce((sum, count) => sum + count, 0)).toBe(60)
})

it('tries another server when one is unreachable, and returns 502 when all are', async () => {
  const unreachable = 'http://127.0.0.1:1'
  await using balancer = await startBalancer([unreachable, await echo('there')])
  for (let n = 0; n < 20; n += 1) expect((await fetch(balancer.url, { method: 'POST' })).status).toBe(201)
  balancer.setTargets([unreachable])
  expect((await fetch(balancer.url)).status).toBe(502)
})

it('does not repeat a request that may have arrived', async () => {
  let times = 0
  const breaking = await start((request) => {
    times += 1
    request.socket.destroy()
  })
  await using balancer = await startBalancer([breaking])
  expect((await fetch(balancer.url, { method: 'POST', body: 'once' })).status).toBe(502)
  expect(times).toBe(1)
})
