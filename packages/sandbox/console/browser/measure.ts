/** How fast the console is here: `node packages/sandbox/console/browser/measure.ts`. Prints one line of JSON; fails nothing. */
import { openBrowser } from '../../../reference/browser/open-browser.ts'
import { openConsole, startCrowded } from './fixture.ts'

const sandbox = await startCrowded()
const browser = await openBrowser()
try {
  const { page } = await openConsole(browser, sandbox, 'clock')
  const load = await page.evaluate(`(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
    return {
      interactive: navigation.domInteractive,
      loaded: navigation.loadEventEnd,
      bytes: navigation.encodedBodySize + files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }
  })()`)
  await page.evaluate(
    `new PerformanceObserver((list) => { globalThis.blocked = (globalThis.blocked ?? 0) + list.getEntries().reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0) }).observe({ type: 'longtask', buffered: true })`,
  )
  const firstRows = await page.evaluate(`new Promise((resolve) => {
    const start = performance.now()
    location.hash = '#/resources/Droplet'
    const look = () => document.querySelector('.extent .row a') ? resolve(performance.now() - start) : requestAnimationFrame(look)
    look()
  })`)
  const scrolled = await page.evaluate(`new Promise((resolve) => {
    const scroller = document.querySelector('.scroller')
    const start = performance.now()
    const gaps = []
    let last = start
    const step = (now) => {
      gaps.push(now - last)
      last = now
      scroller.scrollTop += 300
      if (now - start < 2000) requestAnimationFrame(step)
      else resolve({ frames_per_second: gaps.length / ((now - start) / 1000), longest_gap: Math.max(...gaps) })
    }
    requestAnimationFrame(step)
  })`)
  const blocked = await page.evaluate('globalThis.blocked ?? 0')
  console.log(JSON.stringify({ unit: 'ms', load, first_rows_of_10000: firstRows, scrolled, blocked }))
} finally {
  await browser.close()
  await sandbox.close()
}
