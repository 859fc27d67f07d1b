/** Writes over several connections, a loss of power at a random moment, a new start on what the disk has kept, and a look at what is there. */
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Random } from '../create-random.ts'
import { Ledger } from '../crash/ledger.ts'
import { type Ask, openConnections, read } from '../open-connections.ts'
import { RefusedStart, type SandboxProcess, startProcess } from '../start-process.ts'
import { readTrace } from './read-trace.ts'
import { type Disk, fates, survive } from './survive.ts'

export interface RoundsOptions {
  /** An empty one, by its real path. */
  readonly folder: string
  readonly recorder: string
  readonly durability: 'full' | 'normal'
  readonly rounds: number
  readonly random: Random
  readonly program?: string | undefined
  /** For the test of this proof: the disk says it has what it has not. */
  readonly liesAboutSyncs?: boolean | undefined
}

export interface RoundsOutcome {
  readonly held: number
  readonly acknowledged: number
  /** Writes that a start said may be missing, and that are. */
  readonly lostAndTold: number
  /** Of those, how long before the loss the oldest was acknowledged. */
  readonly oldestLostMilliseconds: number
  readonly faults: readonly string[]
}

const callers = 8
/** What `normal` may take: what the disk was not given within a second, and the time that it takes to be given it. */
const promisedMilliseconds = 2500

export async function runRounds(options: RoundsOptions): Promise<RoundsOutcome> {
  const { rounds, durability, random } = options
  const machine = createMachine(options)
  const faults: string[] = []
  const totals = { held: 0, acknowledged: 0, lostAndTold: 0, oldestLostMilliseconds: 0 }
  let past: Past = { ledger: new Ledger(), times: new Map(), lostAt: 0, mayLose: false }
  for (let round = 0; round <= rounds && faults.length === 0; round += 1) {
    const found: string[] = []
    let isEarly = false
    const server = await machine.start().catch((error: unknown) => {
      if (!(error instanceof RefusedStart)) throw error
      found.push(`the start was refused: ${error.message}`)
    })
    if (server) {
      const connections = openConnections(server.url, '', callers)
      let token = server.tokens.full
      const ask: Ask = (call) => connections.ask({ token, ...call })
      const told = server.complaints()
      const judged = judge(past, await listTags(ask), told, durability)
      found.push(...judged.faults, ...(await checkSnapshot(ask, past)))
      // A copy brings the tokens of its own first day.
      if (past.snapshot) ({ token } = await readToken(ask))
      const restoredAt = past.snapshot && performance.now()
      totals.lostAndTold += judged.lost
      totals.oldestLostMilliseconds = Math.max(totals.oldestLostMilliseconds, judged.oldest)
      // The one after the last only looks.
      if (round < rounds) {
        // In some rounds the power goes before anybody has asked for a change.
        isEarly = round % 5 === 4 && !past.snapshot
        past = {
          ...(await load(server, ask, await listTags(ask), { random, durability, isEarly })),
          restoredAt,
          mayLose: durability === 'normal' && !isEarly,
        }
        totals.acknowledged += past.ledger.acknowledged
      }
      connections.close()
      await server.end(round < rounds ? 'SIGKILL' : 'SIGTERM')
      if (round < rounds) machine.lose(isEarly)
    }
    if (found.length === 0) totals.held += 1
    faults.push(...found.map((fault) => `${durability}, after loss ${round}: ${fault}`))
  }
  return { ...totals, held: Math.max(0, totals.held - 1), faults }
}

/** What was acknowledged until the power went. */
interface Past {
  readonly ledger: Ledger
  /** When each was, by the keys of the ledger. */
  readonly times: ReadonlyMap<string, number>
  readonly lostAt: number
  /** When all that was there before became so, if that was acknowledged in the same run: by going back to a copy. */
  readonly restoredAt?: number | undefined
  /** False where everything was on the disk before. */
  readonly mayLose: boolean
  readonly snapshot?: { readonly name: string; readonly sure: readonly string[] } | undefined
}

const toldPattern = /the machine stopped while this was open/

function judge(past: Past, tags: ReadonlySet<string>, told: string, durability: 'full' | 'normal') {
  const lost = past.ledger.compare(new Map([...tags].map((tag) => [tag, 'there'])))
  const faults: string[] = []
  const isTold = toldPattern.test(told)
  if (told !== '' && (!isTold || durability === 'full')) faults.push(`the start complained: ${told.slice(0, 300)}`)
  const ages = lost.map((fault) => past.lostAt - (past.times.get(fault.slice(0, fault.indexOf(': '))) ?? past.restoredAt ?? 0))
  const oldest = Math.max(0, ...ages)
  if (lost.length > 0 && !(past.mayLose && isTold)) faults.push(...lost)
  else if (oldest > promisedMilliseconds) faults.push(`what was acknowledged ${oldest} ms before the loss is not there`)
  return { faults, lost: lost.length, oldest }
}

async function listTags(ask: Ask): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { tags } = read<{ tags: readonly { name: string }[] }>(await ask({ method: 'GET', path: `/v2/tags?per_page=200&page=${page}` }))
    for (const { name } of tags) found.add(name)
    if (tags.length < 200) return found
  }
}

/** One that was acknowledged can be gone back to, and has what was there when it was asked for. */
async function checkSnapshot(ask: Ask, { snapshot }: Past): Promise<readonly string[]> {
  if (!snapshot) return []
  const { name, sure } = snapshot
  const restored = await ask({ method: 'POST', path: '/_sandbox/snapshots/restore', body: { name }, token: '' })
  if (restored.status !== 200) return [`the snapshot ${name} was acknowledged and cannot be restored: ${restored.text.slice(0, 200)}`]
  const { token } = await readToken(ask)
  const tags = await listTags((call) => ask({ token, ...call }))
  return sure.filter((tag) => !tags.has(tag)).map((tag) => `${tag} is not in the snapshot ${name}`)
}

async function readToken(ask: Ask): Promise<{ readonly token: string }> {
  const { tokens } = read<Pick<SandboxProcess, 'tokens'>>(await ask({ method: 'GET', path: '/_sandbox/info', token: '' }))
  return { token: tokens.full }
}

interface Load {
  readonly random: Random
  readonly durability: 'full' | 'normal'
  readonly isEarly: boolean
}

let made = 0

/** Ends with the process. */
async function load(
  server: SandboxProcess,
  ask: Ask,
  there: ReadonlySet<string>,
  { random, durability, isEarly }: Load,
): Promise<Omit<Past, 'mayLose'>> {
  const ledger = new Ledger()
  for (const key of there) ledger.acknowledge({ key, value: 'there' })
  ledger.acknowledged = 0
  const times = new Map<string, number>()
  const present = [...there]
  let snapshot: Past['snapshot']
  const write = async () => {
    for (;;) {
      const isDelete = present.length > 200 || (present.length > 20 && random.next() < 0.3)
      const key = isDelete ? (present.splice(random.within(0, present.length - 1), 1)[0] ?? '') : `tag-${(made += 1)}`
      const value = isDelete ? '' : 'there'
      ledger.ask({ key, value })
      const call = isDelete ? { method: 'DELETE', path: `/v2/tags/${key}` } : { method: 'POST', path: '/v2/tags', body: { name: key } }
      const answer = await ask(call).catch(() => undefined)
      if (!answer) return
      if (answer.status >= 300) throw new Error(`${call.method} ${call.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
      ledger.acknowledge({ key, value })
      times.set(key, performance.now())
      if (!isDelete) present.push(key)
    }
  }
  const copy = async () => {
    if (random.next() > 0.2) return
    const name = `copy-${(made += 1)}`
    const before = [...present]
    const answer = await ask({ method: 'POST', path: '/_sandbox/snapshots', body: { name }, token: '' }).catch(() => undefined)
    if (answer?.status === 200) snapshot = { name, sure: before.filter((key) => ledger.now(key) === 'there' && present.includes(key)) }
  }
  const end = async () => {
    // Long enough, now and then, for what `normal` promises to be seen.
    const isLong = durability === 'normal' && random.next() < 0.15
    await sleep(isEarly ? 0 : random.within(20, 300) + (isLong ? 3000 : 0))
    const killer = new Worker(new URL('../crash/kill-soon.ts', import.meta.url), {
      workerData: { processId: server.processId, milliseconds: random.next() * 5 },
    })
    await Promise.all([once(killer, 'exit'), server.gone])
    return performance.now()
  }
  const [lostAt] = await Promise.all([end(), ...(isEarly ? [] : [copy(), ...Array.from({ length: callers - 1 }, write)])])
  return { ledger, times, lostAt, snapshot }
}

/** Starts the sandbox with the recorder before it, and puts in place of its folder what a loss of power leaves of it. */
function createMachine({ folder, recorder, durability, random, program, liesAboutSyncs }: RoundsOptions) {
  const own = join(folder, 'state')
  const trace = join(folder, 'trace')
  const boot = join(folder, 'boot')
  const file = join(own, 'state.db')
  mkdirSync(own)
  let before = readDisk(own)
  let boots = 0
  return {
    start: () => {
      rmSync(trace, { force: true })
      writeFileSync(boot, `boot-${(boots += 1)}`)
      before = readDisk(own)
      const env = { LD_PRELOAD: recorder, POWER_FOLDER: own, POWER_TRACE: trace, POWER_BOOT: boot }
      return startProcess({ program, flags: ['--state', file, '--rate-limits', 'off', '--durability', durability], env })
    },
    /** @param isEarly at any moment since the start began, for nothing was acknowledged */
    lose: (isEarly: boolean) => {
      const events = readTrace(readFileSync(trace))
      if (events.length === 0) throw new Error('The recorder has recorded nothing.')
      const fate = random.pick(fates)
      const survived = survive(before, events.slice(0, isEarly ? random.within(0, events.length) : events.length), {
        fate,
        random,
        liesAboutSyncs,
      })
      rmSync(own, { recursive: true })
      for (const each of [...survived.folders].toSorted()) mkdirSync(each)
      for (const [path, bytes] of survived.files) writeFileSync(path, bytes)
    },
  }
}

function readDisk(folder: string): Disk {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return {
    files: new Map(paths.map((path) => [path, { bytes: readFileSync(path), inode: statSync(path).ino }])),
    folders: new Set([folder, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))]),
  }
}
