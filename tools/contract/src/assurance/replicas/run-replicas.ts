/** Injects faults under load: no write is lost or repeated, and no read is stale. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../create-random.ts'
import { type SendRequest, createHttpClient } from '../http-client.ts'
import type { VerificationResult } from '../print-result.ts'
import { allFaults, type Fault, needsOwnDisk } from './faults.ts'
import { canMount, createDisk } from './create-disk.ts'
import { type Replicas, type ReplicasOptions, startReplicas } from './start-replicas.ts'
import { type LoadCounts, WriteLoad } from './write-load.ts'

export interface ReplicaRunOptions extends Pick<ReplicasOptions, 'replicas'> {
  /** Only faults with this text in their names. */
  readonly only?: string
  readonly faults?: readonly Fault[]
  readonly rounds: number
  readonly seed: number
  readonly pauseSeconds: number
  /** Wraps every request of the clients, for tests with faulty responses. */
  readonly wrap?: (send: SendRequest) => SendRequest
}

const clientCount = 8

/** Minimum number of requests of a round: enough to find one faulty response in ten. */
const minRequests = 400

export async function runReplicas(options: ReplicaRunOptions): Promise<VerificationResult> {
  const { only = '', rounds, seed, replicas } = options
  const faults = (options.faults ?? allFaults).filter(({ name, needsPostgres }) => name.includes(only) && (replicas > 0 || !needsPostgres))
  const findings: string[] = []
  const figures: Record<string, LoadCounts & { readonly passed: number }> = {}
  const leftOut: string[] = []
  let passed = 0
  for (const fault of faults) {
    if (needsOwnDisk(fault) && !(await canMount())) {
      leftOut.push(`${fault.name}: only root can mount a small file system`)
      continue
    }
    const { passed: passedRounds, counts, found } = await runFault(fault, options)
    figures[fault.name] = { passed: passedRounds, ...counts }
    findings.push(...found.map((each) => `${fault.name}, ${each}`))
    passed += passedRounds
  }
  const total = (faults.length - leftOut.length) * rounds
  return {
    check: 'replicas',
    passed,
    total,
    findings,
    figures: { replicas, rounds, clients: clientCount, faults: figures, left_out: leftOut, seed },
  }
}

async function runFault(fault: Fault, options: ReplicaRunOptions) {
  await using stack = new AsyncDisposableStack()
  const disk = needsOwnDisk(fault) ? stack.use(await createDisk(256)) : undefined
  const flags = ['--rate-limits', 'off', '--action-seconds', '0', '--seed', String(options.seed)]
  const replicas = stack.use(
    await startReplicas({
      replicas: options.replicas,
      flags,
      hasProxy: true,
      ...(disk && { postgres: { folder: disk.folder } }),
    }),
  )
  const counts: LoadCounts = { acknowledged: 0, reads: 0, retried: 0, unanswered: 0 }
  const found: string[] = []
  let passed = 0
  for (let round = 1; round <= options.rounds && found.length === 0; round += 1) {
    const { load, faults } = await runRound({ fault, round, replicas, options })
    for (const name of ['acknowledged', 'reads', 'retried', 'unanswered'] as const) counts[name] += load.counts[name]
    found.push(...faults.map((each) => `round ${round}: ${each}`))
    if (faults.length === 0) passed += 1
  }
  return { passed, counts, found }
}

interface RoundOptions {
  readonly fault: Fault
  readonly round: number
  readonly replicas: Replicas
  readonly options: ReplicaRunOptions
}

async function runRound({ fault, round, replicas, options: { seed, pauseSeconds, wrap = (send) => send } }: RoundOptions) {
  const random = createRandom(seed * 100_000 + round)
  using client = createHttpClient(replicas.url, replicas.tokens.full, clientCount)
  const load = new WriteLoad(wrap(client.send), random)
  const faults: string[] = []
  try {
    await load.start(`${fault.name.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}-${round}`, clientCount)
    await sleep(200 + random.next() * 400)
    faults.push(...((await fault.inject({ replicas, random, pauseSeconds })) ?? []))
    await sleep(300)
    await load.waitForRequests(minRequests)
  } finally {
    await load.stop()
  }
  faults.push(...load.findings)
  if (fault.isHiddenByRetries && load.counts.unanswered > 0)
    faults.push(`${load.counts.unanswered} writes failed, which retries do not hide`)
  for (const [n, { url }] of replicas.servers.entries()) {
    using direct = createHttpClient(url, replicas.tokens.full, 2)
    faults.push(...(await load.compare(`replica ${n + 1}`, direct.send)))
  }
  return { load, faults }
}
