/** The panel that sends requests, with a running sandbox. Needs `pnpm reference`, a built sandbox and Chromium. */
import type { ServerResponse } from 'node:http'
import { type RunningSandbox, startSandbox } from '@spindrift/sandbox'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '@spindrift/testing/find-free-port'
import { findViolations } from '@spindrift/testing/find-violations'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { page, problems, reference, sandboxPort } from './open-reference.ts'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ port: sandboxPort, world: 'tidewater', controlOrigins: [new URL(reference.url).origin] })
}, 60_000)

afterAll(() => sandbox?.close())

async function openPanel(address: string, origin?: string): Promise<void> {
  const loaded: string[] = []
  const record = (request: Request) => loaded.push(new URL(request.url()).pathname)
  page.on('request', record)
  await page.goto(`${reference.url}${address}.html`)
  page.off('request', record)
  expect(loaded.filter((path) => path.includes('try'))).toEqual([])
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByLabel('Sandbox').waitFor()
  if (origin !== undefined) await page.getByLabel('Sandbox').fill(origin)
}

const send = () => page.getByRole('button', { name: 'Send' }).click()
const answered = (status: number) => page.locator('.panel .status', { hasText: String(status) }).waitFor()

it('reads the token from the sandbox, sends a request, and remembers the token on the next page', async () => {
  await openPanel('control/volumes/list')
  await send()
  await answered(200)
  await page.locator('.answer .h-attr').getByText('"size_gigabytes"').first().waitFor()
  await page.goto(`${reference.url}control/volumes/get.html`)
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect.poll(() => page.getByLabel('Token').inputValue()).toBe(sandbox.credentials().tokens.full)
  await send()
  await answered(200)
})

it('sends a create request, and shows the changes', async () => {
  await openPanel('control/tags/create')
  await page.getByLabel('Body').fill('{"name":"harbor"}')
  await send()
  await answered(201)
  await page.locator('.changes').getByText('+ tags[harbor]').waitFor()
  await page.getByText('Request as curl').click()
  await page.locator('.answer').getByText('-H "authorization: Bearer $SPINDRIFT_TOKEN"').waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('shows an error with its message, without changes', async () => {
  await openPanel('control/volumes/create')
  await page.getByLabel('Body').fill('{}')
  await send()
  await answered(422)
  await page.locator('.answer').getByText('"unprocessable_entity"').waitFor()
  await page.getByText('Request as curl').waitFor()
  expect(await page.locator('.changes').count()).toBe(0)
  expect(problems.splice(0)).toEqual([expect.stringMatching(/^422: /), expect.stringContaining('422')])
})

it('shows a stream to its end', async () => {
  await openPanel('inference/chat/completions/create')
  const body = JSON.parse(await page.getByLabel('Body').inputValue()) as object
  await page.getByLabel('Body').fill(JSON.stringify({ ...body, stream: true }))
  await send()
  await answered(200)
  await expect.poll(() => page.locator('.answer').textContent()).toContain('data: [DONE]')
})

it('shows the events of a stream as they arrive, and stops it', async () => {
  const stream = await openStream()
  await openPanel('inference/chat/completions/create', stream.url)
  await page.getByLabel('Model access key').fill('any')
  const stop = page.getByRole('button', { name: 'Stop' })
  expect(await stop.count()).toBe(0)
  await send()
  for (const word of ['first', 'second']) {
    await expect.poll(() => stream.write(word)).toBe(true)
    await page.locator('.answer').getByText(`data: ${word}`).waitFor()
  }
  await stop.click()
  await page.getByText('Stopped.').waitFor()
  await expect.poll(() => stream.isClosed()).toBe(true)
  expect(await page.locator('.answer').textContent()).toContain('data: second')
  expect(await stop.count()).toBe(0)
  await stream.close()
})

/** Starts a server that responds to every request with an open stream. */
async function openStream() {
  let open: ServerResponse | undefined
  const server = await startHttpServer((request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' }
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end()
    open = response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
    response.flushHeaders()
  })
  return {
    url: server.url,
    write: (word: string) => open?.write(`data: ${word}\n\n`) ?? false,
    isClosed: () => open?.destroyed === true,
    close: server.close,
  }
}

it('shows the start command if no sandbox is reachable, or if it does not allow the page', async () => {
  const command = `npx @spindrift/sandbox start --control-origin ${new URL(reference.url).origin}`
  await openPanel('control/volumes/list', `http://127.0.0.1:${await findFreePort()}`)
  await send()
  await page.getByText('No sandbox is running at').waitFor()
  expect(await page.locator('.panel').textContent()).toContain(command)
  const other = await startSandbox({ port: 0 })
  await page.getByLabel('Sandbox').fill(other.url)
  await send()
  await page.getByText('does not allow this page to read its tokens').waitFor()
  expect(await page.locator('.panel').textContent()).toContain(command)
  await other.close()
  expect(problems.splice(0).join('\n')).toMatch(/ERR_CONNECTION_REFUSED[^]*CORS policy/)
})
