import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ReferenceServer, serveReference } from './serve-reference.ts'

let folder: string
let reference: ReferenceServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-reference-'))
  for (const [name, text] of Object.entries({ 'index.html': 'index', 'control.html': 'control' })) {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
  }
  writeFileSync(join(folder, 'main.js'), 'program')
  reference = await serveReference({ port: 0, folder })
})

afterAll(async () => {
  await reference.close()
  rmSync(folder, { recursive: true })
})

/** Sends the path as it is; `fetch` would tidy it first. */
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
  { given: '/', want: 'index' },
  { given: '/index.html', want: 'index' },
  { given: '/control.html', want: 'control' },
  { given: '/control', want: 'control' },
  { given: '/control.html?from=mail', want: 'control' },
]

it.each(pages)('shows $given', async ({ given, want }) => {
  const { status, headers, body } = await send(given)
  expect({ status, type: headers['content-type'], body: body.toString() }).toEqual({
    status: 200,
    type: 'text/html;charset=utf-8',
    body: want,
  })
})

it('sends the compressed copy to those who take it', async () => {
  const { headers, body } = await send('/control.html', { 'accept-encoding': 'gzip' })
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
  expect(body).toEqual(gzipSync('control'))
})

it('does not send again what a browser has', async () => {
  const { headers } = await send('/control.html')
  expect((await send('/control.html', { 'if-none-match': String(headers['etag']) })).status).toBe(304)
})

it.each(['/nope', '/control.html.gz', '/main.js', '/../package.json', '/..%2fpackage.json', '/%ZZ', '/%00', '//etc/passwd', '*'])(
  'answers %s with the page for that',
  async (path) => {
    const { status, headers, body } = await send(path)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'text/html;charset=utf-8' })
    expect(body.toString()).toContain('There is no such page')
  },
)

it('only answers to reading', async () => {
  expect(await send('/', {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  const head = await send('/', {}, 'HEAD')
  expect({ status: head.status, length: head.headers['content-length'], body: head.body.toString() }).toEqual({
    status: 200,
    length: '5',
    body: '',
  })
})

it('says when the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  await expect(serveReference({ port, folder })).rejects.toThrow(`port ${port} is in use`)
  other.close()
})

it('says when there are no pages, or no such address', async () => {
  await expect(serveReference({ port: 0, folder: join(folder, 'none') })).rejects.toThrow('Run: pnpm reference')
  await expect(serveReference({ port: 0, folder, host: '203.0.113.1' })).rejects.toThrow('not an address of this machine')
})
