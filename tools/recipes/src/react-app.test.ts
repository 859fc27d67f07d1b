/** Runs the bundled React app in a browser. */
import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, assert, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '@spindrift/testing/open-browser'
import { type RunningServer, startHttpServer } from '@spindrift/testing/start-http-server'
import { createWebServer, type Platform, startPlatform } from './start-platform.ts'

let platform: Platform
let browser: Browser
let page: Page
const errors: string[] = []
let program: string
let server: RunningServer

/** Serves the app from another origin than the platform. */
const serveApp: RequestListener = ({ url }, response) => {
  const options = JSON.stringify({ baseUrl: platform.url, token: platform.token })
  const html = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><main></main><script>window.platform = ${options}</script><script type="module" src="/main.js"></script>`
  if (url === '/main.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(program)
  else response.writeHead(200, { 'content-type': 'text/html' }).end(html)
}

beforeAll(async () => {
  platform = await startPlatform()
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../react-app/main.tsx', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  })
  program = outputFiles[0]!.text
  server = await startHttpServer(serveApp)
  browser = await openBrowser()
  page = await browser.newPage()
  page.on('pageerror', ({ message }) => errors.push(message))
}, 60_000)

afterEach(() => assert.deepEqual(errors.splice(0), []))

afterAll(async () => {
  await browser?.close()
  await server?.close()
  await platform?.[Symbol.asyncDispose]()
})

it('shows droplets, and updates them after an action', async () => {
  const id = await createWebServer(platform)
  await page.goto(server.url)
  await page.getByText('web-01 is active').waitFor()
  await page.getByRole('button', { name: 'Power off' }).click()
  await page.getByText('web-01 is off').waitFor()
  expect((await platform.cloud.droplets.get(id)).droplet.status).toBe('off')
})

it('shows an error when the droplet was deleted', async () => {
  const id = await createWebServer(platform)
  await page.goto(server.url)
  const button = page.getByRole('listitem').filter({ hasText: 'web-01 is active' }).getByRole('button')
  await button.waitFor()
  await platform.cloud.droplets.delete(id)
  await button.click()
  expect(await page.getByRole('alert').textContent()).toBe('The droplet no longer exists.')
})

it('creates a volume, and shows the error of a rejected one', async () => {
  await page.goto(server.url)
  await page.getByText('No volumes').waitFor()
  const createVolume = async (name: string) => {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create' }).click()
  }
  await createVolume('covers-data')
  await page.getByText('covers-data: 100 GiB').waitFor()
  expect((await platform.cloud.volumes.list({ name: 'covers-data' })).meta.total).toBe(1)
  await createVolume('NOT A NAME')
  expect(await page.getByRole('alert').textContent()).toContain('name')
})

it('causes no internal error of the sandbox', () => {
  expect(platform.failures).toEqual([])
})
