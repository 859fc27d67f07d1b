/**
 * Writes over several connections, kills the process at a random moment, restarts it on the same file and checks the state, round after
 * round.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Random } from '../create-random.ts'
import { type SendRequest, createHttpClient } from '../http-client.ts'
import { type SandboxProcess, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { WriteLedger } from './write-ledger.ts'
import { inspectState } from './inspect-state.ts'
import { generateWrite, type ResourceIds, recordIds, createWriter, type Writer } from './writer.ts'

export interface RoundsOptions {
  readonly file: string
  readonly rounds: number
  /** Acknowledged writes over all rounds. */
  readonly writes: number
  readonly random: Random
  /** Wraps every write, for tests with faulty responses. */
  readonly wrap?: (send: SendRequest) => SendRequest
}

export interface RoundsResult {
  readonly passed: number
  readonly acknowledged: number
  readonly interrupted: WriteLedger['interrupted']
  readonly faults: readonly string[]
}

const writerCount = 8

export async function runRounds({ file, rounds, writes, random, wrap = (send) => send }: RoundsOptions): Promise<RoundsResult> {
  const ledger = new WriteLedger()
  const ids: ResourceIds = new Map()
  const faults: string[] = []
  // Short actions, so that a kill can interrupt their completion.
  const start = () => startSandboxProcess({ flags: ['--state', file, '--rate-limits', 'off', '--action-seconds', '0.05'] })
  let server = await start()
  let client = createHttpClient(server.url, server.tokens.full, writerCount)
  const writers: Writer[] = []
  for (let n = 1; n <= writerCount; n += 1) writers.push(await createWriter(client.send, `w${n}`, ledger, ids))
  let passed = 0
  let since = 0
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const remainingWrites = writes - ledger.acknowledged
      const roundWrites = round === rounds ? remainingWrites : Math.ceil((remainingWrites / (rounds - round + 1)) * 2 * random.next())
      const load: LoadOptions = {
        server,
        writers,
        ledger,
        ids,
        random,
        send: wrap(client.send),
        until: ledger.acknowledged + Math.max(1, roundWrites),
      }
      const unexpected = await loadAndKill(load)
      client.close()
      server = await start()
      client = createHttpClient(server.url, server.tokens.full, writerCount)
      // The last round inspects all actions again.
      const { state, inconsistencies, newestAction } = await inspectState(
        client.send,
        writers,
        ids,
        ledger.actions,
        round === rounds ? 0 : since,
      )
      since = newestAction
      const found = [...unexpected, ...ledger.compare(state), ...inconsistencies]
      if (server.errorOutput() !== '') found.push(`the server printed errors: ${server.errorOutput().slice(0, 300)}`)
      if (found.length === 0) passed += 1
      faults.push(...found.map((fault) => `round ${round}: ${fault}`))
      // A faulty state fails every later round.
      if (found.length > 0) break
    }
  } finally {
    client.close()
    await server.stop('SIGKILL')
  }
  return { passed, acknowledged: ledger.acknowledged, interrupted: ledger.interrupted, faults }
}

interface LoadOptions {
  readonly server: SandboxProcess
  readonly writers: readonly Writer[]
  readonly ledger: WriteLedger
  readonly ids: ResourceIds
  readonly random: Random
  readonly send: SendRequest
  /** Number of acknowledged writes at which the process is killed. */
  readonly until: number
}

/** Writes until the process is killed. Returns one line for each unexpected response. */
async function loadAndKill({ server, writers, ledger, ids, random, send, until }: LoadOptions): Promise<readonly string[]> {
  const unexpected: string[] = []
  let isEnding = false
  const kill = async () => {
    isEnding = true
    const workerData = { processId: server.processId, milliseconds: random.next() * 5 }
    const killer = new Worker(new URL('kill-after-delay.ts', import.meta.url), { workerData })
    // Some rounds also advance the clock, so that many jobs are due.
    if (random.next() < 0.3)
      void send({ method: 'POST', path: '/_sandbox/clock', body: { advance_seconds: 60 }, token: '' }).catch(() => {})
    await Promise.all([once(killer, 'exit'), server.exit])
  }
  let ending: Promise<void> | undefined
  const write = async (writer: Writer) => {
    for (;;) {
      const planned = generateWrite(writer, ledger, ids, random)
      ledger.recordRequest(planned)
      const response = await send(planned.call).catch(() => undefined)
      // The connection broke: the write may have been applied.
      if (!response) {
        if (!isEnding) unexpected.push(`${planned.call.method} ${planned.call.path}: the connection broke while the server was up`)
        return
      }
      if (response.status < 300) ledger.recordSuccess(planned, recordIds(planned, response, ids))
      else if (response.status === 422 && planned.mayConflict) ledger.recordRefusal(planned)
      else {
        unexpected.push(`${planned.call.method} ${planned.call.path}: ${response.status} ${response.text.slice(0, 200)}`)
        ledger.recordRefusal(planned)
        if (unexpected.length > 20) return
      }
      if (ledger.acknowledged >= until) ending ??= kill()
    }
  }
  await Promise.all(writers.map(write))
  await (ending ?? kill())
  return unexpected
}
