/** Chromium for tests, and pages that collect errors and requests to other hosts. */
import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core'

/** Old headless mode comes first: tests use about two thirds of the CPU time of a complete Chromium. */
const paths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** @throws Error when no browser is installed */
function findChromium(): string {
  const chromiumPath = process.env['CHROMIUM_PATH']
  if (chromiumPath && !existsSync(chromiumPath)) throw new Error(`CHROMIUM_PATH is ${chromiumPath}, which does not exist.`)
  const found = chromiumPath || paths.find(existsSync)
  if (!found)
    throw new Error('Chromium is not installed. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.')
  return found
}

export function openBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: ['--disable-gpu', '--disable-quic', ...args], ...options })
}

export interface WatchedPage {
  readonly page: Page
  /** Errors, warnings, failed requests and requests to other hosts, as text. */
  readonly problems: string[]
}

export async function openPage(browser: Browser, colorScheme: 'light' | 'dark' = 'light'): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme })
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason'
    // Leaving a page cancels its requests, which is no error.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} (${reason})`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`)
  })
  page.on('request', (request) => {
    if (!isLocal(request.url())) problems.push(`request to ${request.url().slice(0, 200)}`)
  })
  return { page, problems }
}

function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'data:' || protocol === 'blob:' || hostname === '127.0.0.1'
}
