/**
 * Requests a second over 32 connections: the sandbox as published (limits counted, tokens, validation, state in a file that `kill -9`
 * cannot take an answered write from) beside a bare `node:http` server that answers with the same bytes, and beside Prism.
 */
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow, type Row } from './row.ts'
import { runLoad } from './run-load.ts'
import { type Ask, type AskName, planLoad, prepareAsks } from './sandbox-asks.ts'
import {
  createStateFolder,
  mockProgram,
  requireBuilt,
  sandboxProgram,
  serveBare,
  type Served,
  servePrism,
  serveSandbox,
} from './serve-child.ts'

const seconds = 1
const targets: Readonly<Record<AskName, { readonly bare?: number; readonly prism?: number; readonly p99?: number }>> = {
  'GET one': { bare: 0.75, prism: 60, p99: 3 },
  'GET a list of 20': { p99: 5 },
  'GET a list read anew': { p99: 5 },
  'POST create': { prism: 20 },
}

export const sandboxRequests: Bench = {
  name: 'sandbox-requests',
  about: 'requests a second at 32 connections: the sandbox beside bare node:http and Prism',
  runs: 7,
  async measure({ runs, progress }) {
    requireBuilt(sandboxProgram, mockProgram)
    using state = createStateFolder()
    await using sandbox = await serveSandbox(state.file('state.db'))
    await using prism = await servePrism()
    const asks = await prepareAsks(sandbox)
    const rows: Row[] = []
    for (const [name, ask] of Object.entries(asks) as [AskName, Ask][]) {
      await using bare = await serveBare(ask.answer, ask.method === 'POST' ? 201 : 200)
      rows.push(...(await compare(name, ask, { bare, sandbox, prism }, runs, progress)))
    }
    return rows
  },
}

async function compare(
  name: AskName,
  ask: Ask,
  servers: Readonly<Record<'bare' | 'sandbox' | 'prism', Served>>,
  runs: number,
  progress: (line: string) => void,
): Promise<Row[]> {
  progress(`${name}, ${runs} rounds of ${seconds} s each`)
  const load = (served: Served) => () => runLoad(planLoad(served, ask, seconds))
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
