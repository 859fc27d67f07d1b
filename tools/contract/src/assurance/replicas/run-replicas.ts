/** Faults under load, round after round: nothing acknowledged is lost, nothing is done twice, nothing old is read. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../create-random.ts'
import { type Ask, openConnections } from '../http-client.ts'
import type { Outcome } from '../print-result.ts'
import { type Fault, needsOwnDisk } from './faults.ts'
import { canMount, createDisk } from './create-disk.ts'
import { type Replicas, type ReplicasOptions, startReplicas } from './start-replicas.ts'
import { type LoadCounts, WriteLoad } from './write-load.ts'

export interface RunOptions extends Pick<ReplicasOptions, 'replicas' | 'state' | 'program'> {
  readonly faults: readonly Fault[]
  readonly rounds: number
  readonly seed: number
  readonly pauseSeconds: number
  /** Puts itself before every request of the clients; for the tests of this proof, which break answers with it. */
  readonly through?: (ask: Ask) => Ask
}

const clients = 8

/** What a round writes and reads at least: a lie of one answer in ten, or an old read, shows among so many. */
const minAnswers = 1000

export async function runReplicas(options: RunOptions): Promise<Outcome> {
  const { faults, rounds, seed, replicas, state } = options
  const findings: string[] = []
  const figures: Record<string, LoadCounts & { readonly held: number }> = {}
  const leftOut: string[] = []
  let passed = 0
  for (const fault of faults) {
    if (needsOwnDisk(fault) && !(await canMount())) {
      leftOut.push(`${fault.name}: only root can mount a small file system`)
      continue
    }
    const { held, counts, found } = await runFault(fault, options)
    figures[fault.name] = { held, ...counts }
    findings.push(...found.map((each) => `${fault.name}, ${each}`))
    passed += held
  }
  const total = (faults.length - leftOut.length) * rounds
  return {
    check: 'replicas',
    passed,
    total,
    findings,
    figures: { replicas, state, rounds, clients, faults: figures, left_out: leftOut, seed },
  }
}

async function runFault(fault: Fault, options: RunOptions) {
  await using stack = new AsyncDisposableStack()
  const disk = needsOwnDisk(fault) ? stack.use(await createDisk(256)) : undefined
  const { replicas: count, state, program } = options
  const flags = ['--rate-limits', 'off', '--action-seconds', '0', '--seed', String(options.seed)]
  const replicas = stack.use(
    await startReplicas({
      replicas: count,
      state,
      program,
      flags,
      hasProxy: true,
      ...(disk && { postgres: { folder: disk.folder } }),
    }),
  )
  const counts: LoadCounts = { acknowledged: 0, reads: 0, hidden: 0, unanswered: 0 }
  const found: string[] = []
  let held = 0
  for (let round = 1; round <= options.rounds && found.length === 0; round += 1) {
    const { load, faults } = await runRound({ fault, round, replicas, options })
    for (const name of ['acknowledged', 'reads', 'hidden', 'unanswered'] as const) counts[name] += load.counts[name]
    found.push(...faults.map((each) => `round ${round}: ${each}`))
    if (faults.length === 0) held += 1
  }
  return { held, counts, found }
}

interface Round {
  readonly fault: Fault
  readonly round: number
  readonly replicas: Replicas
  readonly options: RunOptions
}

async function runRound({ fault, round, replicas, options: { seed, pauseSeconds, through = (ask) => ask } }: Round) {
  const random = createRandom(seed * 100_000 + round)
  using connections = openConnections(replicas.url, replicas.tokens.full, clients)
  const load = new WriteLoad(through(connections.ask), random)
  const faults: string[] = []
  try {
    await load.start(`${fault.name.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}-${round}`, clients)
    await sleep(200 + random.next() * 400)
    faults.push(...((await fault.inflict({ replicas, random, pauseSeconds })) ?? []))
    await sleep(300)
    await load.reach(minAnswers)
  } finally {
    await load.stop()
  }
  faults.push(...load.findings)
  if (fault.isGentle && load.counts.unanswered > 0)
    faults.push(`${load.counts.unanswered} writes failed, which an ordinary retry does not hide`)
  for (const [n, { url }] of replicas.servers.entries()) {
    using direct = openConnections(url, replicas.tokens.full, 2)
    faults.push(...(await load.compare(`replica ${n + 1}`, direct.ask)))
  }
  return { load, faults }
}
