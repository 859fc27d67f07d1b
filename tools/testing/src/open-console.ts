/** A sandbox with its console open in a browser. Needs a built console and a Chromium. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { openPage } from './open-browser.ts'
import { sendRequest } from './send-request.ts'
import { type RunningSandbox, startSandbox, type StartOptions } from '@spindrift/sandbox'

export interface OpenConsole {
  readonly page: Page
  /** Errors, warnings, failed requests and requests to other hosts, as text. */
  readonly problems: string[]
  readonly go: (view: string) => Promise<void>
}

export async function startConsoleSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ port: 0, seed: 7, rateLimits: 'off', ...options })
  await sendRequest(sandbox, 'POST', '/_sandbox/clock', { frozen: true })
  return sandbox
}

export async function openConsole(
  browser: Browser,
  sandbox: RunningSandbox,
  view: string,
  theme: 'light' | 'dark' = 'light',
): Promise<OpenConsole> {
  const { page, problems } = await openPage(browser, theme)
  const go = async (to: string) => {
    await page.goto(`${sandbox.url}/_sandbox#/${to}`)
    // Only the fragment changes after the first page, so the heading may still be the one of the previous view.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await go(view)
  return { page, problems, go }
}

/** Waits until the main content has not changed for 250 ms. The network is never idle, as the event stream stays open. */
export async function waitForStableContent(page: Page): Promise<void> {
  await page.locator('.live.on').waitFor({ state: 'attached' })
  await page.evaluate(`new Promise((resolve) => {
    const observer = new MutationObserver(() => restartTimer())
    let timer
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => resolve(observer.disconnect()), 250)
    }
    // The clock in the top line always changes.
    observer.observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true })
    restartTimer()
  })`)
}

/** Starts a sandbox with 2,000 droplets, `node-00000` to `node-01999`. Copies one droplet in the state file, as 2,000 requests take long. */
export async function startSandboxWithManyDroplets(): Promise<RunningSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-console-'))
  const state = join(folder, 'state.db')
  const first = await startConsoleSandbox({ state, actionSeconds: 0 })
  await sendRequest(first, 'POST', '/v2/droplets', { name: 'node-00000', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' })
  await first.close()
  const database = new DatabaseSync(state)
  database.exec(`WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < 1999)
    INSERT INTO rows (kind, parent, id, text, hidden)
    SELECT kind, parent, id + n, json_set(text, '$.id', id + n, '$.name', printf('node-%05d', n)), hidden FROM rows, copies WHERE kind = 'Droplet'`)
  database.close()
  const sandbox = await startConsoleSandbox({ state, actionSeconds: 0 })
  const close = async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...sandbox, close }
}
