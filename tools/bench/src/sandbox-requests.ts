/**
 * Requests per second over 32 connections: the sandbox with default settings (rate limits, tokens, validation, durable state in a file), compared
 * with a bare `node:http` server that returns the same bytes, and with Prism.
 */
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow, type Row } from './row.ts'
import { runLoad } from './run-load.ts'
import { type LoadRequest, type RequestName, planLoad, prepareRequests } from './load-requests.ts'
import {
  createStateFolder,
  mockProgram,
  requireBuiltPrograms,
  sandboxProgram,
  serveBare,
  type ServerProcess,
  servePrism,
  serveSandbox,
} from './serve-child.ts'

const seconds = 1
const targets: Readonly<Record<RequestName, { readonly bare?: number; readonly prism?: number; readonly p99?: number }>> = {
  'GET one': { bare: 0.75, prism: 60, p99: 3 },
  'GET a list of 20': { p99: 5 },
  'GET an uncached list': { p99: 5 },
  'POST create': { prism: 20 },
}

export const sandboxRequests: Bench = {
  name: 'sandbox-requests',
  about: 'requests per second over 32 connections: the sandbox compared with bare node:http and Prism',
  runs: 7,
  async measure({ runs, progress }) {
    requireBuiltPrograms(sandboxProgram, mockProgram)
    using state = createStateFolder()
    await using sandbox = await serveSandbox(state.file('state.db'))
    await using prism = await servePrism()
    const requests = await prepareRequests(sandbox)
    const rows: Row[] = []
    for (const [name, request] of Object.entries(requests) as [RequestName, LoadRequest][]) {
      await using bare = await serveBare(request.responseBody, request.method === 'POST' ? 201 : 200)
      rows.push(...(await compare(name, request, { bare, sandbox, prism }, runs, progress)))
    }
    return rows
  },
}

async function compare(
  name: RequestName,
  request: LoadRequest,
  servers: Readonly<Record<'bare' | 'sandbox' | 'prism', ServerProcess>>,
  runs: number,
  progress: (line: string) => void,
): Promise<Row[]> {
  progress(`${name}, ${runs} rounds of ${seconds} s each`)
  const load = (served: ServerProcess) => () => runLoad(planLoad(served, request, seconds))
  const samples = await measure(
    { bare: load(servers.bare), sandbox: load(servers.sandbox), prism: load(servers.prism) },
    { runs, warmUps: 2 },
  )
  const [bare, own, prism] = (['bare', 'sandbox', 'prism'] as const).map((server) =>
    median(samples[server].map(({ perSecond }) => perSecond)),
  ) as [number, number, number]
  const [bare99, own99] = [samples.bare, samples.sandbox].map((results) => median(results.map(({ p99 }) => p99))) as [number, number]
  const target = targets[name]
  const common = { unit: '/s' } as const
  return [
    createRow({ ...common, subject: `${name}, node:http`, value: Math.round(bare), against: bare }),
    createRow({ ...common, subject: `${name}, Prism`, value: Math.round(prism), against: bare }),
    createRow({ ...common, subject: `${name}, sandbox`, value: Math.round(own), against: bare, atLeastTimes: target.bare }),
    createRow({ ...common, subject: `${name}, sandbox to Prism`, value: Math.round(own), against: prism, atLeastTimes: target.prism }),
    createRow({ subject: `${name}, node:http, p99`, value: bare99, unit: 'ms', against: bare99 }),
    createRow({ subject: `${name}, sandbox, p99`, value: own99, unit: 'ms', against: bare99, atMost: target.p99 }),
  ]
}
