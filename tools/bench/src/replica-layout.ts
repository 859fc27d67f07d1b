/** Replicas over Postgres, or one process with SQLite, filled with accounts: what is measured. */
import { createDatabase } from '@spindrift/testing/create-database'
import { type PostgresServer, startPostgres } from '@spindrift/testing/start-postgres'
import { startFaultProxy } from '@spindrift/testing/start-fault-proxy'
import { fillAccounts, type Held, planReplicaLoad, type ReplicaAsk } from './fill-accounts.ts'
import { median } from './median.ts'
import { runChild } from './run-child.ts'
import { type LoadResult, runLoad } from './run-load.ts'
import { makeStateFolder, type Served, serveSandbox } from './serve-child.ts'

export interface ReplicaLayout {
  readonly name: string
  /** 0 for SQLite. */
  readonly replicas: number
  /** Of how many databases each has some of the replicas and of the accounts; 1 if left out. */
  readonly logs?: number
}

export interface OpenedLayout extends AsyncDisposable {
  readonly servers: readonly Served[]
  /** What each of them is asked for. */
  readonly held: readonly (readonly Held[])[]
  readonly postgres: PostgresServer | undefined
  /** The addresses of their states. */
  readonly states: readonly string[]
  /** The memory of one before it was filled. */
  readonly emptyMegabytes: number
}

const connections = 32

export async function openReplicaLayout({ replicas, logs = 1 }: ReplicaLayout, accounts: number): Promise<OpenedLayout> {
  await using stack = new AsyncDisposableStack()
  const postgres = replicas > 0 ? stack.use(await startDurable()) : undefined
  const states: string[] = []
  // Each database is one log; they share a Postgres, as they share its disk.
  for (let n = 0; n < logs; n += 1)
    states.push(
      !postgres ? stack.use(makeStateFolder()).file('state.db') : n === 0 ? postgres.url : (await createDatabase(postgres.url)).url,
    )
  const servers: Served[] = []
  for (let n = 0; n < Math.max(1, replicas); n += 1) servers.push(stack.use(await serveSandbox(states[n % logs] ?? '')))
  const emptyMegabytes = median(await Promise.all(servers.map(readResident)))
  const filled: (readonly Held[])[] = []
  for (let n = 0; n < logs; n += 1) filled.push(await fillAccounts(servers[n] as Served, Math.ceil(accounts / logs)))
  const moved = stack.move()
  return {
    servers,
    held: servers.map((_server, n) => filled[n % logs] ?? []),
    postgres,
    states,
    emptyMegabytes,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

/** As an organization runs it: what is acknowledged is on the disk. */
const startDurable = () =>
  startPostgres({ settings: { fsync: 'on', shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' } })

/**
 * All replicas at once, the connections shared between them.
 *
 * @param rate so many a second, of all of them; as many as are answered, if left out
 */
export async function loadAll({ servers, held }: OpenedLayout, ask: ReplicaAsk, duration: number, rate?: number): Promise<LoadResult> {
  const share = Math.ceil(connections / servers.length)
  const all = await Promise.all(
    servers.map((server, n) =>
      runLoad(
        planReplicaLoad(server, ask, held[n] ?? [], {
          connections: share,
          seconds: duration,
          ...(rate !== undefined && { rate: rate / servers.length }),
        }),
      ),
    ),
  )
  const sum = (name: 'answers' | 'refused' | 'perSecond') => all.reduce((total, each) => total + each[name], 0)
  const worst = (name: 'p50' | 'p99') => Math.max(...all.map((each) => each[name]))
  return { answers: sum('answers'), refused: sum('refused'), perSecond: sum('perSecond'), p50: worst('p50'), p99: worst('p99') }
}

export interface Another extends AsyncDisposable {
  readonly server: Served
  readonly startMilliseconds: number
  /** How many went to and from Postgres. */
  readonly bytes: () => number
}

/** One more replica of a state that is there, through a proxy that counts its bytes. */
export async function startAnother({ postgres, states: [state = ''] }: OpenedLayout): Promise<Another> {
  if (!postgres) throw new Error('There is no other one of a file.')
  await using stack = new AsyncDisposableStack()
  const proxy = stack.use(await startFaultProxy(postgres.port))
  const before = performance.now()
  const server = stack.use(await serveSandbox(state.replace(`:${postgres.port}`, `:${proxy.port}`)))
  const startMilliseconds = performance.now() - before
  const moved = stack.move()
  return {
    server,
    startMilliseconds,
    bytes: proxy.bytes,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

export async function readResident({ pid }: Served): Promise<number> {
  const { stdout } = await runChild('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}
