/** Histories of concurrent clients over several replicas, each judged: is there one order of what they did that explains all they saw? */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../create-random.ts'
import { type Ask, openConnections, read } from '../http-client.ts'
import type { Outcome } from '../print-result.ts'
import { signIn, type SignedIn } from '../races/sign-in.ts'
import type { Replicas } from '../replicas/start-replicas.ts'
import type { Credentials } from '@spindrift/testing/start-sandbox-process'
import { findViolation, type Operation } from './find-violation.ts'
import { oauthWorkloads } from './oauth-workloads.ts'
import { accountWorkloads, type Step, UnexpectedAnswer, type Workload } from './workloads.ts'

export interface LinearOptions {
  readonly replicas: Pick<Replicas, keyof Credentials | 'url' | 'count' | 'state'>
  readonly histories: number
  readonly seed: number
  readonly workloads?: readonly Workload[]
  /** Puts itself before every request of the clients; for the tests of this proof, which break answers with it. */
  readonly through?: (ask: Ask) => Ask
}

export const allWorkloads: readonly Workload[] = [...accountWorkloads, ...oauthWorkloads]

const clients = 5
const steps = 8
/** Histories that are made at once: what one does to the server is load for the others. */
const together = 4

type Recorded = Operation<unknown, unknown> & { readonly object: string }

export async function runLinearizability(options: LinearOptions): Promise<Outcome> {
  const { replicas, histories, seed, workloads = allWorkloads, through = (ask) => ask } = options
  using connections = openConnections(replicas.url, replicas.tokens.full, clients * together)
  const ask = through(connections.ask)
  const findings: string[] = []
  const counts = { operations: 0, concurrent: 0, unanswered: 0 }
  let passed = 0
  let next = 1
  read(await ask({ method: 'POST', path: '/_sandbox/clock', body: { now: '2026-03-02T09:00:00Z', frozen: true }, token: '' }))
  const visit = await signIn(ask, replicas)
  const work = async () => {
    for (let number = next++; number <= histories; number = next++) {
      const workload = workloads[number % workloads.length] as Workload
      // Each has a seed of its own; how the requests meet is never exactly the same again.
      const random = createRandom(seed * 100_000 + number)
      const { fault, history } = await createHistory(workload, { ask, number, random, visit }).catch(describeFailure)
      if (fault === undefined) passed += 1
      else findings.push(`${workload.name}, history ${number}: ${fault}`)
      counts.operations += history.length
      counts.concurrent += history.filter((one) => history.some((other) => overlap(one, other))).length
      counts.unanswered += history.filter(({ output }) => output === undefined).length
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  const figures = { histories, replicas: replicas.count, state: replicas.state, workloads: workloads.length, clients, ...counts, seed }
  return { check: 'linear', passed, total: histories, findings, figures }
}

interface Setting {
  readonly ask: Ask
  readonly number: number
  readonly random: Random
  readonly visit: SignedIn
}

async function createHistory({ begin }: Workload, { ask, number, random, visit }: Setting) {
  const made = read<{ tokens: { full: string } }>(await ask({ method: 'POST', path: '/_sandbox/accounts', body: {}, token: '' }))
  const asOwner: Ask = ({ token = made.tokens.full, ...call }) => ask({ ...call, token })
  const { model, draw } = await begin({ ask: asOwner, number, random, visit })
  const history: Recorded[] = []
  const strange: string[] = []
  const act = async (client: number) => {
    for (let n = 0; n < steps; n += 1) {
      if (random.next() < 0.3) await sleep(random.next() * 4)
      const step = draw()
      const calledAt = performance.now()
      const output = await answerOf(step, strange)
      const returnedAt = output === undefined ? Infinity : performance.now()
      history.push({ client, object: step.object, input: step.input, output, calledAt, returnedAt })
    }
  }
  await Promise.all(Array.from({ length: clients }, (_each, client) => act(client)))
  const faults = [...Map.groupBy(history, ({ object }) => object)].flatMap(([object, operations]) => {
    const violation = findViolation(model, operations)
    return violation === undefined ? [] : [`${object}: ${violation}`]
  })
  const [fault] = [...strange, ...faults]
  return { fault, history }
}

/** What a history begins with is not part of it, and must work. */
function describeFailure(error: unknown): { readonly fault: string; readonly history: readonly Recorded[] } {
  return { fault: `it could not begin: ${error instanceof Error ? error.message : String(error)}`, history: [] }
}

/** Nothing when none came. */
async function answerOf({ input, ask }: Step, strange: string[]): Promise<unknown> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UnexpectedAnswer) strange.push(`${JSON.stringify(input)} was answered with ${error.message}`)
    return undefined
  }
}

function overlap(one: Recorded, other: Recorded): boolean {
  return one !== other && one.object === other.object && one.calledAt < other.returnedAt && other.calledAt < one.returnedAt
}
