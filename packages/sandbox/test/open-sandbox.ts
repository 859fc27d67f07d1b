/**
 * Sandbox of a test: in memory, or with `SPINDRIFT_TEST_REPLICAS=3` three replicas with one database. Each request
 * goes to any of them. They have no synchronous methods (`handle`, `account`, `reset`), so tests that need these are skipped.
 */
import { inject, type TestContext } from 'vitest'
import { deriveCredentials } from '../src/auth/seeded-credentials.ts'
import { createSandbox, type Sandbox } from '../src/create-sandbox.ts'
import { checkOptions, type SandboxOptions, type StartOptions } from '../src/options.ts'
import { type RunningSandbox, startSandbox } from '../src/start-sandbox.ts'
import { type Database, createDatabase, query } from '@spindrift/testing/create-database'

interface Opened {
  readonly isOfTest: boolean
  readonly close: () => Promise<void>
}

/** Paths of the request log and of the events, which replicas do not share; the history of an object is derived from the log. */
const ownPaths = /\/_sandbox\/(?:requests|jobs|events|objects\/\w)/

let opened: Opened[] = []
/** Used databases that were cleared, because creating one takes longer than most tests. */
const free: Database[] = []
/** Skips the running test; undefined between tests. */
let skip: TestContext['skip'] | undefined

export function enterTest(entered: typeof skip): void {
  skip = entered
}

function leaveOut(why: string): never {
  skip?.(why)
  throw new Error(why)
}

export async function closeOpened(which: 'test' | 'all'): Promise<void> {
  const isMeant = ({ isOfTest }: Opened) => which === 'all' || isOfTest
  const closing = opened.filter(isMeant)
  opened = opened.filter((each) => !isMeant(each))
  await Promise.all(closing.map(({ close }) => close()))
}

export function openSandbox(options: SandboxOptions & { readonly seed: number | string }): Sandbox {
  const postgres = inject('postgres')
  if (!postgres || options.state !== undefined) return createSandbox(options)
  if (options.modelsFrom !== undefined) leaveOut('Replicas do not forward models.')
  checkOptions(options)
  let opening: ReturnType<typeof openReplicas> | undefined
  const isClosed = { value: false }
  const open = () => {
    if (isClosed.value) throw new Error('The sandbox of this test was closed.')
    return (opening ??= openReplicas(options, postgres))
  }
  let closing: Promise<void> | undefined
  // Returns the database only once if the test closes its sandbox itself.
  const close = () => {
    isClosed.value = true
    return (closing ??= (async () => (await opening)?.close())())
  }
  opened.push({ isOfTest: skip !== undefined, close })
  const refuse = (name: string) => (): never => leaveOut(`${name}() answers at once, which replicas cannot.`)
  return {
    fetch: async (input, init) => {
      const { replicas } = await open()
      const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
      if (replicas.length > 1 && ownPaths.test(url)) leaveOut('Each replica has its own request log and event stream.')
      const replica = replicas[Math.floor(Math.random() * replicas.length)] as RunningSandbox // of as many as there are
      return replica.fetch(input, init)
    },
    credentials: () => deriveCredentials(String(options.seed), options.controlToken !== undefined),
    handle: refuse('handle'),
    handleAll: refuse('handleAll'),
    prepare: refuse('prepare'),
    account: refuse('account'),
    drift: refuse('drift'),
    reset: refuse('reset'),
    close: () => void close(),
  }
}

/** Starts a listening sandbox, which its test closes. */
export async function startTestSandbox(options: StartOptions): Promise<RunningSandbox> {
  const postgres = inject('postgres')
  if (!postgres || options.state !== undefined) return startSandbox(options)
  const database = await takeDatabase(postgres.url)
  const running = await startSandbox({ ...options, state: database.url })
  opened.push({ isOfTest: skip !== undefined, close: () => giveBack(database, [running]) })
  return running
}

async function openReplicas(options: SandboxOptions, postgres: { readonly url: string; readonly replicas: number }) {
  const database = await takeDatabase(postgres.url)
  const start = () => startSandbox({ ...options, port: 0, state: database.url })
  const replicas = await Promise.all(Array.from({ length: postgres.replicas }, start))
  return { replicas, close: () => giveBack(database, replicas) }
}

async function takeDatabase(url: string): Promise<Database> {
  return free.pop() ?? createDatabase(url)
}

async function giveBack(database: Database, replicas: readonly RunningSandbox[]): Promise<void> {
  await Promise.all(replicas.map((replica) => replica.close()))
  await query(database.url, 'TRUNCATE spindrift.log, spindrift.images, spindrift.limit_log, spindrift.limit_totals, spindrift.snapshots')
  free.push(database)
}
