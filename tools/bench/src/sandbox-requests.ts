/**
 * Requests a second over 32 connections: the sandbox as published (limits counted, tokens, validation, state in a file that `kill -9`
 * cannot take an answered write from) beside a bare `node:http` server that answers with the same bytes, and beside Prism.
 */
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { measureWithWrk } from './measure-with-wrk.ts'
import { median } from './median.ts'
import { makeRow, type Row } from './row.ts'
import { runLoad } from './run-load.ts'
import { type Ask, type AskName, planLoad, prepareAsks } from './sandbox-asks.ts'
import {
  makeStateFolder,
  mockProgram,
  requireBuilt,
  sandboxProgram,
  serveBare,
  type Served,
  servePrism,
  serveSandbox,
} from './serve-child.ts'

const seconds = 1
const targets: Readonly<Record<AskName, { readonly bare: number; readonly prism?: number; readonly p99?: number }>> = {
  'GET one': { bare: 0.45, prism: 60, p99: 5 },
  'GET a list of 20': { bare: 0.6, p99: 5 },
  'GET a list read anew': { bare: 0.25, p99: 5 },
  'POST create': { bare: 0.35, prism: 20 },
}

export const sandboxRequests: Bench = {
  name: 'sandbox-requests',
  about: 'requests a second at 32 connections: the sandbox beside bare node:http and Prism',
  runs: 7,
  async measure({ runs, progress }) {
    requireBuilt(sandboxProgram, mockProgram)
    using state = makeStateFolder()
    await using sandbox = await serveSandbox(state.file('state.db'))
    await using synced = await serveSandbox(state.file('synced.db'), ['--durability', 'full'])
    await using silent = await serveSandbox(state.file('silent.db'), ['--request-log', '0'])
    await using noting = await serveSandbox(state.file('noting.db'))
    await using prism = await servePrism()
    const asks = await prepareAsks(sandbox)
    const rows: Row[] = []
    for (const [name, ask] of Object.entries(asks) as [AskName, Ask][]) {
      await using bare = await serveBare(ask.answer, ask.method === 'POST' ? 201 : 200)
      rows.push(...(await compare(name, ask, { bare, sandbox, prism }, runs, progress)))
      if (name === 'POST create') rows.push(...(await compareDurability(ask, { sandbox, synced }, runs)))
      if (name === 'GET one') {
        rows.push(...(await compareLog(noting, silent, runs)))
        rows.push(...crossCheck(ask, { bare, sandbox }))
      }
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
    makeRow({ ...common, subject: `${name}, node:http`, value: Math.round(bare), against: bare }),
    makeRow({ ...common, subject: `${name}, Prism`, value: Math.round(prism), against: bare }),
    makeRow({ ...common, subject: `${name}, sandbox`, value: Math.round(own), against: bare, atLeastTimes: target.bare }),
    makeRow({ ...common, subject: `${name}, sandbox to Prism`, value: Math.round(own), against: prism, atLeastTimes: target.prism }),
    makeRow({ subject: `${name}, node:http, p99`, value: bare99, unit: 'ms', against: bare99 }),
    makeRow({ subject: `${name}, sandbox, p99`, value: own99, unit: 'ms', against: bare99, atMost: target.p99 }),
  ]
}

/** What it costs to wait for the disk: requests that come together wait together, so there is one figure for many and one for one. */
async function compareDurability(ask: Ask, servers: Readonly<Record<'sandbox' | 'synced', Served>>, runs: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const connections of [32, 1]) {
    const load = (served: Served) => () => runLoad({ ...planLoad(served, ask, seconds), connections })
    const samples = await measure({ normal: load(servers.sandbox), full: load(servers.synced) }, { runs, warmUps: 1 })
    const against = median(samples.normal.map(({ perSecond }) => perSecond))
    for (const [name, results] of Object.entries(samples)) {
      const value = Math.round(median(results.map(({ perSecond }) => perSecond)))
      rows.push(makeRow({ subject: `POST create over ${connections}, durability ${name}`, value, unit: '/s', against }))
    }
  }
  return rows
}

/** What it costs to remember requests for the console: two that have answered nothing else yet, one of them with the log turned off. */
async function compareLog(noting: Served, silent: Served, runs: number): Promise<Row[]> {
  const [on, off] = [(await prepareAsks(noting))['GET one'], (await prepareAsks(silent))['GET one']]
  const samples = await measure(
    { off: () => runLoad(planLoad(silent, off, seconds)), on: () => runLoad(planLoad(noting, on, seconds)) },
    { runs: runs * 2, warmUps: 2 },
  )
  const [without, noted] = [samples.off, samples.on].map((results) => median(results.map(({ perSecond }) => perSecond))) as [number, number]
  return [
    makeRow({ subject: 'GET one, request log off', value: Math.round(without), unit: '/s', against: without }),
    makeRow({ subject: 'GET one, request log on', value: Math.round(noted), unit: '/s', against: without, atLeastTimes: 0.97 }),
  ]
}

/** The same by a program that is not ours, where it is installed: whether the load generator is what was measured. */
function crossCheck(ask: Ask, servers: Readonly<Record<'bare' | 'sandbox', Served>>): Row[] {
  const rows: Row[] = []
  let against: number | undefined
  for (const [name, served] of Object.entries(servers)) {
    const value = measureWithWrk(planLoad(served, ask, seconds * 3))
    if (value === undefined) return []
    against ??= value
    rows.push(makeRow({ subject: `GET one, ${name === 'bare' ? 'node:http' : name}, by wrk`, value, unit: '/s', against }))
  }
  return rows
}
