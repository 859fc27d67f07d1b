/** The package on its runtimes: dependencies of each entry point, and one program in a page, a worker, Deno and Bun. */
import { execFile } from 'node:child_process'
import type { RequestListener } from 'node:http'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type BuildOptions, build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '@spindrift/testing/open-browser'
import { type RunningServer, startHttpServer } from '@spindrift/testing/start-http-server'
import { createApplication } from '../src/oauth/index.ts'
import { createTestCloud } from '../src/testing/index.ts'
import { readEntries } from '@spindrift/testing/read-entries'
import type { Environment } from './runtime-program.ts'
import { repository } from '@spindrift/testing/check-types'

const client = join(repository, 'packages/client')

function bundle(file: string, more: BuildOptions = {}) {
  return build({
    entryPoints: [join(client, file)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // The sandbox and undici are optional.
    external: ['node:*', '@spindrift/sandbox', 'undici'],
    logLevel: 'silent',
    ...more,
  })
}

describe('the bundle of an entry point contains', () => {
  const needs: Readonly<Record<string, readonly string[]>> = {
    '@spindrift/client': ['eventsource-parser'],
    '@spindrift/client/paths': ['openapi-fetch'],
    '@spindrift/client/oauth/file-store': ['node:fs/promises', 'node:path'],
    '@spindrift/client/inference': ['eventsource-parser'],
    '@spindrift/client/node': ['node:events', 'node:stream', 'node:zlib', 'undici'],
    '@spindrift/client/testing': ['@spindrift/sandbox', 'eventsource-parser'],
  }

  test.each(Object.entries(readEntries()))('%s', async (entry, file) => {
    const inputs = Object.entries((await bundle(file)).metafile!.inputs)
    const outside = inputs.flatMap(([, { imports }]) => imports.filter(({ external }) => external).map(({ path }) => path))
    const bundled = inputs.flatMap(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
    const brought = [...new Set([...outside, ...bundled])]
    expect(brought.toSorted()).toEqual(needs[entry] ?? [])
  })
})

describe('one program', { timeout: 60_000 }, () => {
  const expected = {
    made: true,
    missing: 'not_found',
    byPath: 200,
    streamed: true,
    aborted: 'enough',
    embedded: 1024,
    challenge: 43,
    accounts: 20,
    refreshes: 1,
    missingScopes: ['write'],
    clusters: { databases: [], meta: { total: 0 } },
  }
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-runtimes-'))
  const files: Record<string, string> = {
    '/': '<!doctype html><title>Program</title>',
    '/worker.js': `import { runEverything } from './program.js'\nonmessage = async ({ data }) => postMessage(await runEverything(data).catch((error) => ({ error: String(error) })))`,
  }
  let platform: Awaited<ReturnType<typeof createTestCloud>>
  let browser: Browser
  let server: RunningServer
  let baseUrl: string

  /** Serves pages and the platform on one origin, so that CORS does not matter. */
  const listener: RequestListener = async (request, response) => {
    const file = files[request.url ?? '']
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': request.url === '/' ? 'text/html' : 'text/javascript' }).end(file)
      return
    }
    const init = { method: request.method!, headers: request.headers as Record<string, string> }
    const body = request.method === 'GET' ? null : (Readable.toWeb(request) as ReadableStream<Uint8Array>)
    const answer = await platform.sandbox.fetch(`${baseUrl}${request.url}`, { ...init, body, duplex: 'half' } as RequestInit)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    for await (const chunk of answer.body ?? []) response.write(chunk)
    response.end()
  }

  beforeAll(async () => {
    platform = await createTestCloud()
    server = await startHttpServer((request, response) => void listener(request, response))
    baseUrl = server.url
    files['/program.js'] = (await bundle('test/runtime-program.ts')).outputFiles![0]!.text
    browser = await openBrowser()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await server?.close()
    platform?.close()
    rmSync(folder, { recursive: true })
  })

  /** Creates tokens of a user who has just authorized. */
  async function prepare(): Promise<Environment> {
    const { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri } = platform.sandbox.credentials().oauth
    const { fetch } = platform.options
    const application = createApplication({ baseUrl, clientId, clientSecret, redirectUri, ...(fetch && { fetch }) })
    const { url, pending } = await application.begin()
    const grant = await application.finish(await platform.signIn(url), pending)
    const { tokens, inference_key: key } = platform.sandbox.credentials()
    return { baseUrl, token: tokens.full, key, clientId, accessToken: grant.access_token, refreshToken: grant.refresh_token }
  }

  async function runPage(text: string): Promise<{ result: unknown; errors: string[] }> {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(baseUrl)
    const result = await page.evaluate(`(async (given) => { ${text} })(${JSON.stringify(await prepare())})`)
    await page.close()
    return { result, errors }
  }

  test('runs in a page of Chromium', async () => {
    const text = `const { runEverything } = await import('/program.js'); return runEverything(given)`
    expect(await runPage(text)).toEqual({ result: expected, errors: [] })
  })

  test('runs in a worker of Chromium', async () => {
    const text = `
      const worker = new Worker('/worker.js', { type: 'module' })
      worker.postMessage(given)
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data)
        worker.onerror = ({ message }) => reject(new Error(message))
      })`
    expect(await runPage(text)).toEqual({ result: expected, errors: [] })
  })

  test('detects a program that needs Node', async () => {
    files['/node.js'] = (await bundle('src/oauth/file-token-store.ts')).outputFiles![0]!.text
    await expect(runPage(`await import('/node.js')`)).rejects.toThrow('Failed to fetch dynamically imported module')
  })

  const runtimes = [
    { name: 'deno', flags: ['run', '--no-prompt', '--no-config', '--allow-net=127.0.0.1'] },
    { name: 'bun', flags: ['run'] },
  ].map((runtime) => ({ ...runtime, program: findProgram(runtime.name) ?? '' }))
  // Not part of the toolchain: tested only if installed.
  test.for(runtimes)('runs in $name', async ({ name, flags, program }, { skip }) => {
    skip(program === '', `There is no ${name} on the path.`)
    const file = join(folder, `${name}.mjs`)
    const call = `console.log(JSON.stringify(await runEverything(${JSON.stringify(await prepare())})))`
    writeFileSync(file, `${files['/program.js']}\n${call}\n`)
    const { stdout } = await promisify(execFile)(program, [...flags, file], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual(expected)
  })
})

function findProgram(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((each) => join(each, name))
    .find(existsSync)
}
