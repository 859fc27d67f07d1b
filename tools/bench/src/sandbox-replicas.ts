/**
 * One state in Postgres and 1, 2, 3 replicas, beside one process with SQLite: requests a second, with 1, 100, 1,000 and 10,000 accounts; what one
 * request costs in statements and bytes; how often a write loses its race; how long a replica takes to start, and its memory. Then, in turns:
 * two replicas with a log each beside two over one.
 * Each replica is asked directly, so that no balancer is measured; all of it shares the cores of one machine, Postgres too.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres, withoutPostgres } from '@spindrift/testing/find-postgres'
import type { PostgresServer } from '@spindrift/testing/start-postgres'
import type { Bench } from './bench.ts'
import { planReplicaLoad, type ReplicaAsk } from './fill-accounts.ts'
import { median } from './median.ts'
import { loadAll, openReplicaLayout, type OpenedLayout, readResident, type ReplicaLayout, startAnother } from './replica-layout.ts'
import { makeRow, type Row } from './row.ts'
import { runChild } from './run-child.ts'
import { type LoadResult, runLoad } from './run-load.ts'
import { requireBuilt, sandboxProgram, type Served } from './serve-child.ts'

const seconds = 2
/** What is wanted of one replica, sent at this rate beside the load that waits for each answer: that one fills the machine, and says how long a queue is. */
const rate = 4000
const layouts: readonly ReplicaLayout[] = [
  { name: 'SQLite', replicas: 0 },
  { name: 'Postgres, 1 replica', replicas: 1 },
  { name: 'Postgres, 2 replicas', replicas: 2 },
  { name: 'Postgres, 3 replicas', replicas: 3 },
]
const accountCounts = [1, 100, 1000, 10_000]

/** What is measured in turns, as one is to be compared with the other; the first is what the others are compared with. */
const comparisons: readonly (readonly ReplicaLayout[])[] = [
  [
    { name: '2 replicas, one log', replicas: 2 },
    { name: '2 replicas, a log each', replicas: 2, logs: 2 },
  ],
]
const comparedAccounts = 100
const asks: readonly ReplicaAsk[] = ['GET one', 'POST create']

type Progress = (line: string) => void

export const sandboxReplicas: Bench = {
  name: 'sandbox-replicas',
  about: 'requests a second of 1, 2, 3 replicas over one Postgres beside SQLite, and what a request costs there; needs Postgres',
  runs: 3,
  async measure({ runs, progress, only = '' }) {
    requireBuilt(sandboxProgram)
    if (findPostgres() === undefined) {
      // The other benches need none.
      progress(`left out: ${withoutPostgres}`)
      return []
    }
    const rows: Row[] = []
    for (const accounts of accountCounts) {
      let against: Record<string, number> = {}
      for (const layout of layouts) {
        const subject = `${layout.name}, ${accounts.toLocaleString('en')} ${accounts === 1 ? 'account' : 'accounts'}`
        if (!`${subject},`.includes(only)) continue
        progress(subject)
        const measured = await measureLayout(layout, accounts, runs)
        if (layout.replicas <= 1) against = measured.perSecond
        rows.push(...writeRows(subject, measured, against))
      }
    }
    for (const compared of comparisons) {
      if (!compared.some(({ name }) => `${name},`.includes(only))) continue
      rows.push(...(await measureInTurns(compared, runs, progress)))
    }
    return rows
  },
}

interface Measured {
  readonly perSecond: Record<ReplicaAsk, number>
  readonly p50: Record<ReplicaAsk, number>
  readonly p99: Record<ReplicaAsk, number>
  /** GET one at the rate that is wanted. */
  readonly paced: Speed
  readonly startMilliseconds: number
  readonly megabytes: number
  /** What one takes more than when it was empty, for each account. */
  readonly kilobytesEach: number
  /** Of the appends in Postgres while there were only creates, how many came too late; undefined with SQLite. */
  readonly lost?: number
  /** Of one replica alone. */
  readonly costs: readonly Cost[]
}

async function measureLayout(layout: ReplicaLayout, accounts: number, runs: number): Promise<Measured> {
  await using opened = await openReplicaLayout(layout, accounts)
  const { postgres, servers, emptyMegabytes } = opened
  const measured: Record<ReplicaAsk, LoadResult[]> = { 'GET one': [], 'POST create': [] }
  const filled = await readMemory(servers)
  let lost: number | undefined
  await loadAll(opened, 'GET one', 1)
  const paced: LoadResult[] = []
  for (let run = 0; run < runs; run += 1) paced.push(await loadAll(opened, 'GET one', seconds, rate))
  for (const ask of asks) {
    await loadAll(opened, ask, 1)
    const before = postgres && (await countAppends(postgres))
    for (let run = 0; run < runs; run += 1) measured[ask].push(await loadAll(opened, ask, seconds))
    const after = postgres && (await countAppends(postgres))
    if (before && after && ask === 'POST create') lost = 1 - (after.appended - before.appended) / (after.asked - before.asked)
  }
  const megabytes = await readMemory(servers)
  const { costs, startMilliseconds } = await measureCosts(opened, layout.replicas === 1)
  return {
    ...summarize(measured),
    paced: medianOf(paced),
    startMilliseconds,
    megabytes,
    kilobytesEach: ((filled - emptyMegabytes) * 1000) / accounts,
    ...(lost !== undefined && { lost }),
    costs,
  }
}

type Speed = Pick<LoadResult, 'perSecond' | 'p50' | 'p99'>

function medianOf(results: readonly LoadResult[]): Speed {
  const take = (name: keyof Speed) => median(results.map((each) => each[name]))
  return { perSecond: take('perSecond'), p50: take('p50'), p99: take('p99') }
}

function summarize(measured: Record<ReplicaAsk, readonly LoadResult[]>): Pick<Measured, 'perSecond' | 'p50' | 'p99'> {
  const take = (name: keyof Speed) =>
    Object.fromEntries(asks.map((ask) => [ask, medianOf(measured[ask])[name]])) as Record<ReplicaAsk, number>
  return { perSecond: take('perSecond'), p50: take('p50'), p99: take('p99') }
}

function writeSpeeds(name: string, { perSecond, p50, p99 }: Pick<Measured, 'perSecond' | 'p50' | 'p99'>, against: Record<string, number>) {
  return asks.flatMap((ask) => [
    makeRow({ subject: `${name}: ${ask}`, value: Math.round(perSecond[ask]), unit: '/s', against: against[ask] }),
    makeRow({ subject: `${name}: ${ask}, p50`, value: p50[ask], unit: 'ms' }),
    makeRow({ subject: `${name}: ${ask}, p99`, value: p99[ask], unit: 'ms' }),
  ])
}

function writeRows(name: string, measured: Measured, against: Record<string, number>): Row[] {
  const { paced, startMilliseconds, megabytes, kilobytesEach, lost, costs } = measured
  const rows = writeSpeeds(name, measured, against)
  const at = `${name}: GET one at ${rate.toLocaleString('en')}/s`
  rows.push(makeRow({ subject: at, value: Math.round(paced.perSecond), unit: '/s' }))
  rows.push(makeRow({ subject: `${at}, p50`, value: paced.p50, unit: 'ms' }))
  rows.push(makeRow({ subject: `${at}, p99`, value: paced.p99, unit: 'ms', atMost: 10 }))
  if (startMilliseconds > 0) rows.push(makeRow({ subject: `${name}: start of another`, value: startMilliseconds, unit: 'ms' }))
  rows.push(makeRow({ subject: `${name}: memory of one`, value: megabytes, unit: 'MB' }))
  rows.push(makeRow({ subject: `${name}: memory for each account`, value: kilobytesEach, unit: 'kB' }))
  if (lost !== undefined) rows.push(makeRow({ subject: `${name}: creates that lost a race`, value: lost * 100, unit: '%' }))
  return [...rows, ...writeCosts(name, costs)]
}

interface Cost {
  readonly about: string
  readonly statements: number
  readonly kilobytes: number
}

function writeCosts(name: string, costs: readonly Cost[]): Row[] {
  return costs.flatMap(({ about, statements, kilobytes }) => [
    makeRow({ subject: `${name}: ${about}: statements for each`, value: statements, unit: 'statements' }),
    makeRow({ subject: `${name}: ${about}: to and from Postgres for each`, value: kilobytes, unit: 'kB' }),
  ])
}

/** Another replica, one request after the other and 32 at once: what Postgres is asked for each. */
async function measureCosts(opened: OpenedLayout, isWanted: boolean): Promise<{ costs: Cost[]; startMilliseconds: number }> {
  const { postgres, held } = opened
  if (!postgres) return { costs: [], startMilliseconds: 0 }
  await using another = await startAnother(opened)
  const costs: Cost[] = []
  if (!isWanted) return { costs, startMilliseconds: another.startMilliseconds }
  for (const ask of asks)
    for (const count of [1, 32]) {
      const read = async () => ({
        bytes: another.bytes(),
        statements: await countStatements(postgres),
      })
      const before = await read()
      const plan = planReplicaLoad(another.server, ask, held[0] ?? [], { connections: count, seconds: 1 })
      const { answers } = await runLoad(plan)
      const after = await read()
      costs.push({
        about: `${ask}, ${count} at once`,
        statements: (after.statements - before.statements) / answers,
        kilobytes: (after.bytes - before.bytes) / answers / 1000,
      })
    }
  return { costs, startMilliseconds: another.startMilliseconds }
}

/** All are there at once, and each is asked in its turn, so that what else the machine does meets all of them. */
async function measureInTurns(compared: readonly ReplicaLayout[], runs: number, progress: Progress): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const all: { layout: ReplicaLayout; opened: OpenedLayout; measured: Record<ReplicaAsk, LoadResult[]> }[] = []
  for (const layout of compared) {
    progress(layout.name)
    const opened = stack.use(await openReplicaLayout(layout, comparedAccounts))
    all.push({ layout, opened, measured: { 'GET one': [], 'POST create': [] } })
  }
  for (const ask of asks) {
    for (const { opened } of all) await loadAll(opened, ask, 1)
    for (let run = 0; run < runs; run += 1) for (const { opened, measured } of all) measured[ask].push(await loadAll(opened, ask, seconds))
  }
  let against: Record<string, number> = {}
  const rows: Row[] = []
  for (const { layout, opened, measured } of all) {
    const summary = summarize(measured)
    rows.push(...writeSpeeds(layout.name, summary, against))
    if (Object.keys(against).length === 0) against = summary.perSecond
    if (layout.replicas === 1) rows.push(...writeCosts(layout.name, (await measureCosts(opened, true)).costs))
  }
  return rows
}

/** By Postgres' own client, which is installed with it. */
async function query(postgres: PostgresServer, sql: string): Promise<readonly number[]> {
  const beside = join(findPostgres() ?? '', 'psql')
  const psql = existsSync(beside) ? beside : 'psql'
  const { stdout } = await runChild(psql, [
    postgres.url,
    '-qAt',
    '-F',
    ' ',
    '-c',
    'CREATE EXTENSION IF NOT EXISTS pg_stat_statements',
    '-c',
    sql,
  ])
  return stdout.trim().split(' ').map(Number)
}

/** Of the sandbox; those that ask for this are not its. */
async function countStatements(postgres: PostgresServer): Promise<number> {
  const [calls = 0] = await query(
    postgres,
    "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'",
  )
  return calls
}

/** How often a version was asked for, and how many there are. */
async function countAppends(postgres: PostgresServer): Promise<{ readonly asked: number; readonly appended: number }> {
  const [asked = 0, appended = 0] = await query(
    postgres,
    `SELECT (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query LIKE '%spindrift.append%' AND query NOT LIKE '%pg_stat%'),
      (SELECT coalesce(max(version), 0) FROM spindrift.log)`,
  )
  return { asked, appended }
}

async function readMemory(servers: readonly Served[]): Promise<number> {
  return median(await Promise.all(servers.map(readResident)))
}
