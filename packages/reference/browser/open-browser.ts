/** Starts the browser and opens pages that remember what a user would not want: errors, and requests to other hosts. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: flags.split(' ') })
}

export interface WatchedPage {
  readonly page: Page
  /** Everything that went wrong or left the machine, in words; empty when all is well. */
  readonly complaints: string[]
}

export async function openPage(browser: Browser, colorScheme: 'light' | 'dark' = 'light'): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()} (${request.failure()?.errorText ?? 'no reason'})`))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`)
  })
  page.on('request', (request) => {
    if (!isLocal(request.url())) complaints.push(`request to ${request.url().slice(0, 200)}`)
  })
  return { page, complaints }
}

/** What a page makes itself (`data:`, `blob:`) leaves it no more than a request to loopback does. */
function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'data:' || protocol === 'blob:' || hostname === '127.0.0.1'
}
