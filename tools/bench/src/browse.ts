/** Opens a page in a fresh browser context and takes down what it cost until nothing more happens. */
import type { openBrowser } from '@spindrift/testing/open-browser'

type Browser = Awaited<ReturnType<typeof openBrowser>>

export interface PageCost {
  /** What long tasks took beyond 50 ms each. */
  readonly blockedMs: number
  /** All that the main thread did. */
  readonly mainThreadMs: number
  /** After a collection. */
  readonly heapMb: number
  /** Bytes over the wire, heads and bodies. */
  readonly transferred: number
  readonly layoutShift: number
}

/** Runs in the page before anything else. */
const observe = `
  globalThis.seen = { blocked: 0, shift: 0, last: 0 }
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) { seen.blocked += Math.max(0, duration - 50); seen.last = performance.now() } })
    .observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) seen.shift += value }).observe({ type: 'layout-shift', buffered: true })
`

export async function browse(browser: Browser, url: string, awaited: string): Promise<PageCost> {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let transferred = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (transferred += encodedDataLength))
  await session.send('Network.enable')
  await session.send('Performance.enable')
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
  await page.getByText(awaited).first().waitFor({ state: 'attached', timeout: 120_000 })
  // Until there was no long task for a second. What waits in the page itself evaluates text, which ours forbids.
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

async function loadMetric(session: Session, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = metrics.find(({ name }) => name === wanted)
  if (!metric) throw new Error(`The browser does not say ${wanted}.`)
  return metric.value
}
