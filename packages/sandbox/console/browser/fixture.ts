/** A sandbox with its console open in a browser. Needs a built console and a Chromium. */
import type { Browser, Page } from 'playwright-core'
import { openPage } from '../../../reference/browser/open-browser.ts'
import { type RunningSandbox, startSandbox } from '../../src/start-sandbox.ts'
import type { StartOptions } from '../../src/options.ts'

export interface Opened {
  readonly page: Page
  /** Everything that went wrong or left the machine, in words. */
  readonly complaints: string[]
  readonly go: (view: string) => Promise<void>
}

export async function startFixture(options: StartOptions = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ port: 0, seed: 7, rateLimits: 'off', ...options })
  await ask(sandbox, 'POST', '/_sandbox/clock', { frozen: true })
  return sandbox
}

export async function ask(sandbox: RunningSandbox, method: string, path: string, body?: unknown): Promise<{ status: number; body: never }> {
  const headers = { authorization: `Bearer ${sandbox.credentials().tokens.full}`, 'content-type': 'application/json' }
  const isControl = path.startsWith('/_sandbox')
  const sent = { method, headers: isControl ? {} : headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(`${sandbox.url}${path}`, sent)
  const text = await response.text()
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as never }
}

export async function openConsole(browser: Browser, sandbox: RunningSandbox, view: string, theme: 'light' | 'dark' = 'light'): Promise<Opened> {
  const { page, complaints } = await openPage(browser, theme)
  // A page that is left ends its stream of events.
  page.on('requestfailed', (request) => request.url().includes('/_sandbox/events') && complaints.pop())
  const go = async (to: string) => {
    await page.goto(`${sandbox.url}/_sandbox#/${to}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await go(view)
  return { page, complaints, go }
}
