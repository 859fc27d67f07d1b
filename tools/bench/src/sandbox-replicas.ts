/**
 * One state in Postgres and 1, 2, 3 replicas, beside one process with SQLite: requests a second, with 1, 100, 1,000 and 10,000 accounts; what one
 * request costs in statements and bytes; how often a write loses its race; how long a replica takes to start, and its memory.
 * Each replica is asked directly, so that no balancer is measured; all of it shares the cores of one machine, Postgres too.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres, withoutPostgres } from '../../../packages/sandbox/test/postgres/find-postgres.ts'
import { type PostgresServer, startPostgres } from '../../../packages/sandbox/test/postgres/start-postgres.ts'
import { startFaultProxy } from '../../contract/src/assurance/replicas/start-fault-proxy.ts'
import type { Bench } from './bench.ts'
import { fillAccounts, type Held, planReplicaLoad, type ReplicaAsk } from './fill-accounts.ts'
import { median } from './median.ts'
import { makeRow, type Row } from './row.ts'
import { runChild } from './run-child.ts'
import { type LoadResult, runLoad } from './run-load.ts'
import { makeStateFolder, requireBuilt, sandboxProgram, type Served, serveSandbox } from './serve-child.ts'

const bench = 'sandbox-replicas'
const connections = 32
const seconds = 2
const layouts = [
  { name: 'SQLite', replicas: 0 },
  { name: 'Postgres, 1 replica', replicas: 1 },
  { name: 'Postgres, 2 replicas', replicas: 2 },
  { name: 'Postgres, 3 replicas', replicas: 3 },
] as const
const accountCounts = [1, 100, 1000, 10_000]
const asks: readonly ReplicaAsk[] = ['GET one', 'POST create']

type Progress = (line: string) => void

export const sandboxReplicas: Bench = {
  name: bench,
  about: 'requests a second of 1, 2, 3 replicas over one Postgres beside SQLite, and what a request costs there; needs Postgres',
  runs: 3,
  async measure({ runs, progress, only = '' }) {
    requireBuilt(sandboxProgram)
    if (findPostgres() === undefined) {
      // The other benches need none.
      progress(`left out: ${withoutPostgres}`)
      return []
    }
    const { stdout: help } = await runChild(process.execPath, [sandboxProgram, 'start', '--help'])
    if (!help.includes('postgres')) {
      progress('left out: the sandbox that was built has no state in Postgres')
      return []
    }
    const rows: Row[] = []
    for (const accounts of accountCounts) {
      let against: Record<string, number> = {}
      for (const { name, replicas } of layouts) {
        const subject = `${name}, ${accounts.toLocaleString('en')} ${accounts === 1 ? 'account' : 'accounts'}`
        if (!`${subject},`.includes(only)) continue
        progress(subject)
        const measured = await measureLayout(replicas, accounts, runs)
        if (replicas <= 1) against = measured.perSecond
        rows.push(...writeRows(subject, measured, against))
      }
    }
    if ('costs'.includes(only)) rows.push(...(await measureCosts(progress)))
    return rows
  },
}

interface Measured {
  readonly perSecond: Record<ReplicaAsk, number>
  readonly p50: Record<ReplicaAsk, number>
  readonly p99: Record<ReplicaAsk, number>
  readonly startMilliseconds: number
  readonly megabytes: number
  /** Of the appends in Postgres while there were only creates, how many came too late; undefined with SQLite. */
  readonly lost?: number
}

/** @param replicas 0 for SQLite */
async function measureLayout(replicas: number, accounts: number, runs: number): Promise<Measured> {
  await using stack = new AsyncDisposableStack()
  const postgres = replicas > 0 ? stack.use(await startDurable()) : undefined
  const place = postgres?.url ?? stack.use(makeStateFolder()).file('state.db')
  const servers: Served[] = []
  let startMilliseconds = 0
  for (let n = 0; n < Math.max(1, replicas); n += 1) {
    const before = performance.now()
    servers.push(stack.use(await serveSandbox(place)))
    startMilliseconds = performance.now() - before
  }
  const held = await fillAccounts(servers[0] as Served, accounts)
  const measured: Record<ReplicaAsk, LoadResult[]> = { 'GET one': [], 'POST create': [] }
  let lost: number | undefined
  for (const ask of asks) {
    await loadAll(servers, ask, held, 1)
    const before = postgres && (await countAppends(postgres))
    for (let run = 0; run < runs; run += 1) measured[ask].push(await loadAll(servers, ask, held, seconds))
    const after = postgres && (await countAppends(postgres))
    if (before && after && ask === 'POST create') lost = 1 - (after.appended - before.appended) / (after.asked - before.asked)
  }
  const take = (name: 'perSecond' | 'p50' | 'p99') =>
    Object.fromEntries(asks.map((ask) => [ask, median(measured[ask].map((each) => each[name]))])) as Record<ReplicaAsk, number>
  const megabytes = median(await Promise.all(servers.map(readResident)))
  return {
    perSecond: take('perSecond'),
    p50: take('p50'),
    p99: take('p99'),
    startMilliseconds,
    megabytes,
    ...(lost !== undefined && { lost }),
  }
}

/** As an organization runs it: what is acknowledged is on the disk. */
const startDurable = () =>
  startPostgres({ settings: { fsync: 'on', shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' } })

/** All replicas at once, the connections shared between them. */
async function loadAll(servers: readonly Served[], ask: ReplicaAsk, held: readonly Held[], duration: number): Promise<LoadResult> {
  const share = Math.ceil(connections / servers.length)
  const all = await Promise.all(
    servers.map((server) => runLoad(planReplicaLoad(server, ask, held, { connections: share, seconds: duration }))),
  )
  const sum = (name: 'answers' | 'refused' | 'perSecond') => all.reduce((total, each) => total + each[name], 0)
  const worst = (name: 'p50' | 'p99') => Math.max(...all.map((each) => each[name]))
  return { answers: sum('answers'), refused: sum('refused'), perSecond: sum('perSecond'), p50: worst('p50'), p99: worst('p99') }
}

function writeRows(
  name: string,
  { perSecond, p50, p99, startMilliseconds, megabytes, lost }: Measured,
  against: Record<string, number>,
): Row[] {
  const rows = asks.flatMap((ask) => [
    makeRow({ bench, subject: `${name}: ${ask}`, value: Math.round(perSecond[ask]), unit: '/s', against: against[ask] }),
    makeRow({ bench, subject: `${name}: ${ask}, p50`, value: p50[ask], unit: 'ms' }),
    makeRow({ bench, subject: `${name}: ${ask}, p99`, value: p99[ask], unit: 'ms' }),
  ])
  rows.push(makeRow({ bench, subject: `${name}: start of the last`, value: startMilliseconds, unit: 'ms' }))
  rows.push(makeRow({ bench, subject: `${name}: memory of one`, value: megabytes, unit: 'MB' }))
  if (lost !== undefined) rows.push(makeRow({ bench, subject: `${name}: creates that lost a race`, value: lost * 100, unit: '%' }))
  return rows
}

/** One replica, one request after the other and 32 at once: what Postgres is asked for each. */
async function measureCosts(progress: Progress): Promise<Row[]> {
  await using postgres = await startDurable()
  await using proxy = await startFaultProxy(postgres.port)
  const place = new URL(postgres.url)
  place.port = String(proxy.port)
  await using server = await serveSandbox(place.href)
  const held = await fillAccounts(server, 1)
  const rows: Row[] = []
  for (const ask of asks)
    for (const count of [1, connections]) {
      progress(`what a ${ask} costs, ${count} at once`)
      const before = { bytes: proxy.bytes(), statements: await countStatements(postgres) }
      const { answers } = await runLoad(planReplicaLoad(server, ask, held, { connections: count, seconds: 1 }))
      const statements = (await countStatements(postgres)) - before.statements
      const subject = `${ask}, ${count} at once`
      rows.push(makeRow({ bench, subject: `${subject}: statements for each`, value: statements / answers, unit: 'statements' }))
      rows.push(
        makeRow({
          bench,
          subject: `${subject}: to and from Postgres for each`,
          value: (proxy.bytes() - before.bytes) / answers / 1000,
          unit: 'kB',
        }),
      )
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

async function readResident({ pid }: Served): Promise<number> {
  const { stdout } = await runChild('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}
