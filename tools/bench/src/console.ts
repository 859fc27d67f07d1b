/** The console in a browser: what its first load weighs and takes, 10,000 rows, and how soon a request is on screen. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, openConsole, settle, startCrowded } from '../../../packages/sandbox/console/browser/fixture.ts'
import { openBrowser, openPage } from '@spindrift/testing/open-browser'
import type { Bench } from './bench.ts'
import { median } from './median.ts'
import { makeRow, type Row } from './row.ts'
import { requireBuilt, sandboxProgram } from './serve-child.ts'

type Sandbox = Parameters<typeof ask>[0]
type Browser = Awaited<ReturnType<typeof openBrowser>>
type Page = Awaited<ReturnType<typeof openConsole>>['page']

export const consoleFigures: Bench = {
  name: 'console',
  about: 'the sandbox’s console: first load, 10,000 droplets, and how soon a request is on screen',
  runs: 5,
  async measure({ runs, progress }) {
    requireBuilt(sandboxProgram)
    const sandbox = await startCrowded()
    const browser = await openBrowser()
    try {
      progress(`first load, ${runs} times`)
      const load = await measureLoad(browser, sandbox, runs)
      progress(`10,000 droplets, ${runs} times`)
      const list = await measureList(browser, sandbox, runs)
      progress(`a live request, ${runs * 4} times`)
      return [...load, ...list, ...(await measureLive(browser, sandbox, runs * 4))]
    } finally {
      await browser.close()
      await sandbox.close()
    }
  },
}

interface Load {
  readonly bytes: number
  readonly interactive: number
  readonly blocking: number
}

/** Interactive is when the first view stands, or the last long task before that has ended. */
const watchLoad = `
  globalThis.load = { tasks: [], shownAt: undefined }
  new PerformanceObserver((list) => load.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))))
    .observe({ type: 'longtask', buffered: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main .cards a')) return
    observer.disconnect()
    load.shownAt = performance.now()
  }).observe(document, { childList: true, subtree: true })`

const readLoad = `(() => {
  const [navigation] = performance.getEntriesByType('navigation')
  const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
  const ends = load.tasks.map(({ startTime, duration }) => startTime + duration)
  return {
    bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, navigation.encodedBodySize),
    interactive: Math.max(load.shownAt, ...ends.filter((end) => end < load.shownAt + 50)),
    blocking: load.tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
  }
})()`

async function measureLoad(browser: Browser, sandbox: Sandbox, runs: number): Promise<Row[]> {
  const samples: Load[] = []
  // The first is not counted: the browser has just started.
  for (let run = 0; run <= runs; run += 1) {
    const { page } = await openPage(browser)
    await page.addInitScript(watchLoad)
    await page.goto(`${sandbox.url}/_sandbox`)
    await waitFor(page, 'load.shownAt')
    await sleep(500)
    if (run > 0) samples.push((await page.evaluate(readLoad)) as Load)
    await page.close()
  }
  const of = (name: keyof Load) => median(samples.map((sample) => sample[name]))
  return [
    makeRow({ subject: 'first load, compressed', value: of('bytes') / 1000, unit: 'kB', atMost: 60 }),
    makeRow({ subject: 'first load, interactive', value: of('interactive'), unit: 'ms', atMost: 150 }),
    makeRow({ subject: 'first load, blocking', value: of('blocking'), unit: 'ms', atMost: 0 }),
  ]
}

interface Scrolled {
  readonly framesPerSecond: number
  readonly longest: number
}

const openRows = `new Promise((resolve) => {
  const start = performance.now()
  location.hash = '#/resources/Droplet'
  const look = () => document.querySelector('.extent .row a') ? resolve(performance.now() - start) : requestAnimationFrame(look)
  look()
})`

const scrollRows = `new Promise((resolve) => {
  const scroller = document.querySelector('.scroller')
  const gaps = []
  let first
  let last
  const step = (now) => {
    // From frame to frame: what comes before the first of them is no frame.
    if (first === undefined) first = now
    else gaps.push(now - last)
    last = now
    scroller.scrollTop += 300
    if (now - first < 2000) requestAnimationFrame(step)
    else resolve({ framesPerSecond: gaps.length / ((now - first) / 1000), longest: Math.max(...gaps) })
  }
  requestAnimationFrame(step)
})`

async function measureList(browser: Browser, sandbox: Sandbox, runs: number): Promise<Row[]> {
  const firstRows: number[] = []
  const scrolled: Scrolled[] = []
  for (let run = 0; run < runs; run += 1) {
    const { page } = await openConsole(browser, sandbox, 'clock')
    await settle(page)
    firstRows.push(await page.evaluate<number>(openRows))
    // The view's first paint belongs to its opening: a hand begins to scroll what stands there.
    await settle(page)
    scrolled.push(await page.evaluate<Scrolled>(scrollRows))
    await page.close()
  }
  return [
    makeRow({ subject: 'first rows of 10,000 droplets', value: median(firstRows), unit: 'ms', atMost: 300 }),
    // To a tenth, as exactly as the browser's timer tells: one of 120 frames that is missed makes it 59.5.
    makeRow({
      subject: 'frames while 10,000 scroll',
      value: Math.round(median(scrolled.map((each) => each.framesPerSecond)) * 10) / 10,
      unit: '/s',
      atLeast: 60,
    }),
    makeRow({ subject: 'longest frame while 10,000 scroll', value: median(scrolled.map((each) => each.longest)), unit: 'ms' }),
  ]
}

const watchRequests = `
  globalThis.shown = {}
  const look = () => {
    for (const link of document.querySelectorAll('.extent .row a')) shown[link.textContent] ??= Date.now()
    requestAnimationFrame(look)
  }
  look()`

/** From the answer at whoever asked to the frame that shows the row. */
async function measureLive(browser: Browser, sandbox: Sandbox, runs: number): Promise<Row[]> {
  const { page } = await openConsole(browser, sandbox, 'requests')
  await page.getByText('live', { exact: true }).waitFor()
  await page.evaluate(watchRequests)
  const delays: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const path = `/v2/tags/live-${run}`
    await ask(sandbox, 'GET', path)
    const answered = Date.now()
    delays.push(Math.max(0, (await waitFor(page, `shown[${JSON.stringify(`GET ${path}`)}]`)) - answered))
    await sleep(50)
  }
  await page.close()
  return [
    makeRow({ subject: 'a live request on screen', value: median(delays), unit: 'ms', atMost: 200 }),
    makeRow({ subject: 'a live request on screen, latest', value: Math.max(...delays), unit: 'ms', atMost: 200 }),
  ]
}

/** The page's policy lets no other script in, so that what waits is given to it as a whole. */
function waitFor(page: Page, expression: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => (${expression}) === undefined ? requestAnimationFrame(look) : resolve(${expression})
    look()
  })`)
}
