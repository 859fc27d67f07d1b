import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ReferenceServer, serveReference } from './serve-reference.ts'

const long = 'a page of some length '.repeat(100)
const missing = '<html data-root=""><a href="control.html">Page not found</a><a href="#main">Skip</a>'

let folder: string
let reference: ReferenceServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-reference-'))
  for (const [name, text] of Object.entries({ 'index.html': 'index', 'control.html': 'control', 'long.html': long, '404.html': missing })) {
    writeFileSync(join(folder, name), text)
  }
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/style.css'), 'a{}')
  reference = await serveReference({ port: 0, folder, sandboxUrl: 'http://127.0.0.1:4021' })
})

afterAll(async () => {
  await reference.close()
  rmSync(folder, { recursive: true })
})

/** Sends the path unchanged; `fetch` would normalize it. */
function send(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(reference.url)
    request({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = []
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}

const pages = [
  { input: '/', expected: 'index' },
  { input: '/index.html', expected: 'index' },
  { input: '/control.html', expected: 'control' },
  { input: '/control', expected: 'control' },
  { input: '/control.html?from=mail', expected: 'control' },
]

it.each(pages)('shows $input', async ({ input, expected }) => {
  const { status, headers, body } = await send(input)
  expect({ status, type: headers['content-type'], body: body.toString() }).toEqual({
    status: 200,
    type: 'text/html;charset=utf-8',
    body: expected,
  })
})

it('compresses if the client accepts it', async () => {
  const { headers, body } = await send('/long.html', { 'accept-encoding': 'gzip' })
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
  expect(gunzipSync(body).toString()).toBe(long)
})

it('forbids external resources and framing', async () => {
  const { headers } = await send('/control.html')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';.* frame-ancestors 'none'$/)
})

it('lets browsers cache versioned assets', async () => {
  const keeps = async (path: string) => (await send(path)).headers['cache-control']
  expect(await keeps('/assets/style.css?v=5f546eb4')).toBe('public, max-age=31536000, immutable')
  // Also not for an older page, because the asset has changed.
  for (const path of ['/assets/style.css', '/assets/style.css?v=0123abcd', '/control.html?v=5f546eb4', '/assets/none.css?v=5f546eb4'])
    expect(await keeps(path)).toBe('no-cache')
})

it('names the sandbox in a header', async () => {
  expect((await send('/control.html', {}, 'HEAD')).headers['x-sandbox-url']).toBe('http://127.0.0.1:4021')
})

it('responds with 304 to cached content', async () => {
  const { headers } = await send('/control.html')
  expect((await send('/control.html', { 'if-none-match': String(headers['etag']) })).status).toBe(304)
})

it.each(['/nope', '/../package.json', '/..%2fpackage.json', '/%ZZ', '/%00', '//etc/passwd', '*'])(
  'responds to %s with the error page',
  async (path) => {
    const { status, headers, body } = await send(path)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'text/html;charset=utf-8' })
    expect(body.toString()).toBe('<html data-root="/"><a href="/control.html">Page not found</a><a href="#main">Skip</a>')
  },
)

it('accepts only GET and HEAD', async () => {
  expect(await send('/', {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  const head = await send('/', {}, 'HEAD')
  expect({ status: head.status, length: head.headers['content-length'], body: head.body.toString() }).toEqual({
    status: 200,
    length: '5',
    body: '',
  })
})

it('reports a port in use', async () => {
  await using other = await startHttpServer(() => {})
  const { port } = other
  await expect(serveReference({ port, folder })).rejects.toThrow(`Port ${port} is in use`)
})

it('reports missing pages and an invalid address', async () => {
  await expect(serveReference({ port: 0, folder: join(folder, 'none') })).rejects.toThrow('Run: pnpm reference')
  await expect(serveReference({ port: 0, folder, host: '203.0.113.1' })).rejects.toThrow('not an address of this machine')
})
