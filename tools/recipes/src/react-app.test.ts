/** Runs the bundled React app in a browser. */
import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '@spindrift/testing/open-browser'
import { type RunningServer, startHttpServer } from '@spindrift/testing/start-http-server'
import { createWebServer, type Platform, startPlatform } from './start-platform.ts'

let platform: Platform
let browser: Browser
let program: string
let server: RunningServer

/** Serves the app from another origin than the platform. */
const serveApp: RequestListener = ({ url }, response) => {
  const options = JSON.stringify({ baseUrl: platform.url, token: platform.token })
  const page = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><main></main><script>window.platform = ${options}</script><script type="module" src="/main.js"></script>`
  if (url === '/main.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(program)
  else response.writeHead(200, { 'content-type': 'text/html' }).end(page)
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
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await server?.close()
  await platform?.[Symbol.asyncDispose]()
})

async function openApp(): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(server.url)
  return { page, errors }
}

it('shows droplets, and updates them after an action', async () => {
  const id = await createWebServer(platform)
  const { page, errors } = await openApp()
  await page.getByText('web-01 is active').waitFor()
  await page.getByRole('button', { name: 'Power off' }).click()
  await page.getByText('web-01 is off').waitFor()
  expect((await platform.cloud.droplets.get(id)).droplet.status).toBe('off')
  expect(errors).toEqual([])
  await page.close()
})

it('shows an error when the droplet was deleted', async () => {
  const id = await createWebServer(platform)
  const { page } = await openApp()
  const button = page.getByRole('listitem').filter({ hasText: 'web-01 is active' }).getByRole('button')
  await button.waitFor()
  await platform.cloud.droplets.delete(id)
  await button.click()
  expect(await page.getByRole('alert').textContent()).toBe('The droplet no longer exists.')
  await page.close()
})

it('creates a volume, and shows the error of a rejected one', async () => {
  const { page, errors } = await openApp()
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
  expect(errors).toEqual([])
  await page.close()
})

it('causes no internal error of the sandbox', () => {
  expect(platform.failures).toEqual([])
})
