/** What the console's tab holds while the sandbox is asked 50 times a second: ten minutes of it, and from their course what it would be after an hour. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, openConsole, startFixture } from '../../../packages/sandbox/console/browser/fixture.ts'
import { openBrowser } from '@spindrift/testing/open-browser'
import type { Bench } from './bench.ts'
import { extrapolate } from './extrapolate.ts'
import { requireBuilt, sandboxProgram } from './serve-child.ts'
import { makeRow } from './row.ts'

const perSecond = 50
const minutes = 10

export const consoleMemory: Bench = {
  name: 'console-memory',
  about: `memory of the console's tab in ${minutes} minutes of ${perSecond} requests a second`,
  runs: 1,
  async measure({ progress }) {
    requireBuilt(sandboxProgram)
    const sandbox = await startFixture()
    const browser = await openBrowser()
    try {
      const { page } = await openConsole(browser, sandbox, 'requests')
      await page.getByText('live', { exact: true }).waitFor()
      const session = await page.context().newCDPSession(page)
      const samples: { readonly at: number; readonly value: number }[] = []
      const begun = performance.now()
      let sent = 0
      while (samples.length < minutes) {
        const due = Math.floor(((performance.now() - begun) / 1000) * perSecond)
        const round = Array.from({ length: Math.max(0, due - sent) }, (_, index) => askOne(sandbox, sent + index))
        sent += round.length
        await Promise.all(round)
        const minute = (performance.now() - begun) / 60_000
        if (minute >= samples.length + 1) {
          samples.push({ at: minute, value: await readHeap(session) })
          progress(`minute ${samples.length}: ${samples.at(-1)?.value.toFixed(1)} MB after ${sent} requests`)
        }
        await sleep(20)
      }
      // The list is full after a minute, as it keeps a bounded number; what counts is the course from there on.
      const hour = extrapolate(samples.slice(1), 60)
      return [
        makeRow({ subject: 'requests sent', value: sent / (minutes * 60), unit: '/s' }),
        makeRow({ subject: 'heap after a minute', value: samples[0]?.value ?? Number.NaN, unit: 'MB' }),
        makeRow({ subject: `heap after ${samples.length} minutes`, value: samples.at(-1)?.value ?? Number.NaN, unit: 'MB' }),
        makeRow({ subject: 'heap after an hour, extrapolated', value: hour, unit: 'MB', atMost: 20 }),
      ]
    } finally {
      await browser.close()
      await sandbox.close()
    }
  },
}

type Sandbox = Parameters<typeof ask>[0]
type Page = Awaited<ReturnType<typeof openConsole>>['page']
type Session = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

/** Mostly what is read; each tenth makes something, each twentieth is refused. */
async function askOne(sandbox: Sandbox, number: number): Promise<void> {
  if (number % 20 === 7) await ask(sandbox, 'POST', '/v2/tags', { name: 'not a name!' })
  else if (number % 10 === 3) await ask(sandbox, 'POST', '/v2/tags', { name: `tag-${number % 5000}` })
  else await ask(sandbox, 'GET', `/v2/tags?per_page=20&page=${(number % 3) + 1}`)
}

/** In use after a collection, in MB. */
async function readHeap(session: Session): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
