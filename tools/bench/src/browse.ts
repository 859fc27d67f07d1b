/** Opens a page in a new browser context and measures its cost until it is idle. */
import type { openBrowser } from '@spindrift/testing/open-browser'

type Browser = Awaited<ReturnType<typeof openBrowser>>

export interface PageCost {
  /** Time of long tasks beyond 50 ms each. */
  readonly blockedMs: number
  /** Total time of the main thread. */
  readonly mainThreadMs: number
  /** Heap after a garbage collection. */
  readonly heapMb: number
  /** Transferred bytes of headers and bodies. */
  readonly transferred: number
  readonly layoutShift: number
}

/** Script that runs in the page before all others. */
const observe = `
  globalThis.seen = { blocked: 0, shift: 0, last: 0 }
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) { seen.blocked += Math.max(0, duration - 50); seen.last = performance.now() } })
    .observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) seen.shift += value }).observe({ type: 'layout-shift', buffered: true })
`

export async function browse(browser: Browser, url: string, readyText: string): Promise<PageCost> {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let transferred = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (transferred += encodedDataLength))
  await session.send('Network.enable')
  await session.send('Performance.enable')
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
  await page.getByText(readyText).first().waitFor({ state: 'attached', timeout: 120_000 })
  // Waits until there is no long task for a second. Polls from here, as the policy of our pages forbids `waitForFunction`.
  while (!(await page.evaluate('performance.now() - seen.last > 1000'))) await page.waitForTimeout(200)
  const { blocked, shift } = (await page.evaluate('seen')) as { readonly blocked: number; readonly shift: number }
  const mainThread = await loadMetric(session, 'TaskDuration')
  await session.send('HeapProfiler.collectGarbage')
  const heap = await loadMetric(session, 'JSHeapUsedSize')
  return { blockedMs: blocked, mainThreadMs: mainThread * 1000, heapMb: heap / 1_000_000, transferred, layoutShift: shift }
}

interface Session {
  send(method: 'Performance.getMetrics'): Promise<{ readonly metrics: readonly { readonly name: string; readonly value: number }[] }>
}

async function loadMetric(session: Session, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = metrics.find((each) => each.name === name)
  if (!metric) throw new Error(`The browser reports no metric ${name}.`)
  return metric.value
}
