/** The sandbox on a state file with a million volumes, beside one with a few: start, one of them, pages of the list. */
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { makeRow } from './row.ts'
import { runChild } from './run-child.ts'
import { runLoad } from './run-load.ts'
import { type Ask, planLoad, prepareAsks } from './sandbox-asks.ts'
import { makeStateFolder, requireBuilt, sandboxProgram, type Served, serveSandbox } from './serve-child.ts'

const million = 1_000_000
const seconds = 1
const mark = '99999999'

/** @param number eight digits */
export const volumeId = (number: string): string => `${number}-c0de-4c0d-8c0d-c0dec0dec0de`

export const sandboxMillion: Bench = {
  name: 'sandbox-million',
  about: 'start, GET one and pages of the list with a million volumes in the state file',
  runs: 5,
  async measure({ runs, progress }) {
    requireBuilt(sandboxProgram)
    using state = makeStateFolder()
    const [large, small] = [state.file('large.db'), state.file('small.db')]
    const asks = await makeStates([large, small])
    progress(`storing ${million} volumes`)
    await runChild(process.execPath, [fileURLToPath(new URL('fill-volumes.ts', import.meta.url)), large, String(million)])
    const starts = await measure({ small: () => timeStart(small), large: () => timeStart(large) }, { runs, progress })
    await using few = await serveSandbox(small)
    await using many = await serveSandbox(large)
    progress('GET one')
    const anyOne: Ask = { ...asks['GET one'], path: `/v2/volumes/${volumeId(mark)}`, count: { mark, from: 0, step: 7919, most: million } }
    const load = (served: Served, ask: Ask) => async () => (await runLoad(planLoad(served, ask, seconds))).perSecond
    const loads = await measure(
      { few: load(few, asks['GET one']), many: load(many, asks['GET one']), any: load(many, anyOne) },
      { runs, warmUps: 1 },
    )
    const list = asks['GET a list of 20']
    const pages = { first: 1, middle: million / 40, last: million / 20 }
    const times = await measure(
      {
        few: timePage(few, list.path),
        first: timePage(many, `${list.path}?page=${pages.first}`),
        middle: timePage(many, `${list.path}?page=${pages.middle}`),
        last: timePage(many, `${list.path}?page=${pages.last}`),
      },
      { runs: runs * 20, warmUps: 5 },
    )
    const start = median(starts.small)
    const one = median(loads.few)
    const page = median(times.few)
    const per = { unit: '/s', against: one } as const
    const ms = { unit: 'ms' } as const
    return [
      makeRow({ ...ms, subject: 'start, a few volumes', value: start, against: start }),
      makeRow({ ...ms, subject: 'start, a million', value: median(starts.large), against: start, atMost: 1000 }),
      makeRow({ ...per, subject: 'GET one of a few', value: Math.round(one) }),
      makeRow({ ...per, subject: 'GET one of a million', value: Math.round(median(loads.many)), atLeastTimes: 0.9 }),
      makeRow({ ...per, subject: 'GET another of a million each time', value: Math.round(median(loads.any)) }),
      makeRow({ ...ms, subject: 'a page, a few volumes', value: page, against: page }),
      makeRow({ ...ms, subject: 'the first page of a million', value: median(times.first), against: page, atMost: 5 }),
      makeRow({ ...ms, subject: 'the middle page of a million', value: median(times.middle), against: page, atMost: 5 }),
      makeRow({ ...ms, subject: 'the last page of a million', value: median(times.last), against: page, atMost: 5 }),
    ]
  },
}

/** With a few volumes in each. @returns the asks, which are good for both: a seed gives the same ids */
async function makeStates(files: readonly [string, string]): Promise<Awaited<ReturnType<typeof prepareAsks>>> {
  await using first = await serveSandbox(files[0])
  await prepareAsks(first)
  await using second = await serveSandbox(files[1])
  // Not before they are ready may the sandbox that answers them end.
  return await prepareAsks(second)
}

async function timeStart(file: string): Promise<number> {
  const begun = performance.now()
  const served = await serveSandbox(file)
  const took = performance.now() - begun
  await served[Symbol.asyncDispose]()
  return took
}

/** Milliseconds of one request, alone. */
function timePage({ port, token }: Served, path: string): () => Promise<number> {
  const ask = async (asked: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${asked}`, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`GET ${asked} answered ${response.status}.`)
  }
  return async () => {
    // The page that was asked for last would not be read again.
    await ask('/v2/volumes?per_page=1')
    const begun = performance.now()
    await ask(path)
    return performance.now() - begun
  }
}
