/** Writes over several connections, `kill -9` at a random moment, a new start on the same file, and a look at what is there: again and again. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Random } from '../create-random.ts'
import { type Ask, openConnections } from '../http-client.ts'
import { type SandboxProcess, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { Ledger } from './write-ledger.ts'
import { takeSurvey } from './inspect-state.ts'
import { generateWrite, type Ids, learn, createWriter, type Writer } from './writer.ts'

export interface RoundsOptions {
  readonly file: string
  readonly rounds: number
  /** How many acknowledged writes there are to be over all rounds. */
  readonly writes: number
  readonly random: Random
  readonly program?: string | undefined
  /** Puts itself before every write; for the tests of this proof, which break answers with it. */
  readonly through?: (ask: Ask) => Ask
}

export interface RoundsOutcome {
  readonly held: number
  readonly acknowledged: number
  readonly interrupted: Ledger['interrupted']
  readonly faults: readonly string[]
}

const writerCount = 8

export async function runRounds({ file, rounds, writes, random, program, through = (ask) => ask }: RoundsOptions): Promise<RoundsOutcome> {
  const ledger = new Ledger()
  const ids: Ids = new Map()
  const faults: string[] = []
  // Actions end while the load is on, so that a crash can come in the middle of that too.
  const start = () => startSandboxProcess({ program, flags: ['--state', file, '--rate-limits', 'off', '--action-seconds', '0.05'] })
  let server = await start()
  let connections = openConnections(server.url, server.tokens.full, writerCount)
  const writers: Writer[] = []
  for (let n = 1; n <= writerCount; n += 1) writers.push(await createWriter(connections.ask, `w${n}`, ledger, ids))
  let held = 0
  let since = 0
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const left = writes - ledger.acknowledged
      const share = round === rounds ? left : Math.ceil((left / (rounds - round + 1)) * 2 * random.next())
      const load: Load = {
        server,
        writers,
        ledger,
        ids,
        random,
        ask: through(connections.ask),
        until: ledger.acknowledged + Math.max(1, share),
      }
      const strange = await loadAndKill(load)
      connections.close()
      server = await start()
      connections = openConnections(server.url, server.tokens.full, writerCount)
      // The last survey looks at everything again.
      const { state, halves, newestAction } = await takeSurvey(connections.ask, writers, ids, ledger.actions, round === rounds ? 0 : since)
      since = newestAction
      const found = [...strange, ...ledger.compare(state), ...halves]
      if (server.complaints() !== '') found.push(`the server complained: ${server.complaints().slice(0, 300)}`)
      if (found.length === 0) held += 1
      faults.push(...found.map((fault) => `round ${round}: ${fault}`))
      // What went wrong once goes on being wrong.
      if (found.length > 0) break
    }
  } finally {
    connections.close()
    await server.end('SIGKILL')
  }
  return { held, acknowledged: ledger.acknowledged, interrupted: ledger.interrupted, faults }
}

interface Load {
  readonly server: SandboxProcess
  readonly writers: readonly Writer[]
  readonly ledger: Ledger
  readonly ids: Ids
  readonly random: Random
  readonly ask: Ask
  /** How many writes are acknowledged before the end. */
  readonly until: number
}

/** Ends with the process. Each string is an answer that should not have come. */
async function loadAndKill({ server, writers, ledger, ids, random, ask, until }: Load): Promise<readonly string[]> {
  const strange: string[] = []
  let isEnding = false
  const end = async () => {
    isEnding = true
    const workerData = { processId: server.processId, milliseconds: random.next() * 5 }
    const killer = new Worker(new URL('kill-after-delay.ts', import.meta.url), { workerData })
    // In some rounds time is moved just then, so that much falls due at once.
    if (random.next() < 0.3) void ask({ method: 'POST', path: '/_sandbox/clock', body: { advance_seconds: 60 }, token: '' }).catch(() => {})
    await Promise.all([once(killer, 'exit'), server.gone])
  }
  let ending: Promise<void> | undefined
  const write = async (writer: Writer) => {
    for (;;) {
      const asked = generateWrite(writer, ledger, ids, random)
      ledger.ask(asked)
      const answer = await ask(asked.call).catch(() => undefined)
      // The connection broke: this may have happened or not.
      if (!answer) {
        if (!isEnding) strange.push(`${asked.call.method} ${asked.call.path}: the connection broke while the server was up`)
        return
      }
      if (answer.status < 300) ledger.acknowledge(asked, learn(asked, answer, ids))
      else if (answer.status === 422 && asked.mayWait) ledger.refuse(asked)
      else {
        strange.push(`${asked.call.method} ${asked.call.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
        ledger.refuse(asked)
        if (strange.length > 20) return
      }
      if (ledger.acknowledged >= until) ending ??= end()
    }
  }
  await Promise.all(writers.map(write))
  await (ending ?? end())
  return strange
}
