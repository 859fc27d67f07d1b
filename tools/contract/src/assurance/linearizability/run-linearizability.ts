/** Records histories of concurrent clients over several replicas and checks each for linearizability. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../create-random.ts'
import { type SendRequest, createHttpClient, parseBody } from '../http-client.ts'
import type { VerificationResult } from '../print-result.ts'
import { signIn, type OAuthSession } from '../races/sign-in.ts'
import { startService, type Service } from '../replicas/start-service.ts'
import { findViolation, type Operation } from './find-violation.ts'
import { oauthWorkloads } from './oauth-workloads.ts'
import { accountWorkloads, type WorkloadStep, UnexpectedResponse, type Workload } from './workloads.ts'

export interface LinearizabilityOptions {
  readonly service: Service
  readonly histories: number
  readonly seed: number
  readonly workloads?: readonly Workload[]
  /** Wraps every request of the clients, for tests with faulty responses. */
  readonly wrap?: (send: SendRequest) => SendRequest
}

export const allWorkloads: readonly Workload[] = [...accountWorkloads, ...oauthWorkloads]

const clientCount = 5
const stepsPerClient = 8
/** Histories that run concurrently and load the server for each other. */
const concurrentHistories = 4

type RecordedOperation = Operation<unknown, unknown> & { readonly object: string }

/** @param replicas number of sandboxes over one Postgres; 0 for a single one */
export async function runOnReplicas({
  replicas,
  ...options
}: Omit<LinearizabilityOptions, 'service'> & { readonly replicas: number }): Promise<VerificationResult> {
  await using service = await startService(replicas, ['--seed', String(options.seed)])
  const { figures, ...result } = await runLinearizability({ ...options, service })
  return { ...result, figures: { replicas, ...figures } }
}

export async function runLinearizability(options: LinearizabilityOptions): Promise<VerificationResult> {
  const { service, histories, seed, workloads = allWorkloads, wrap = (send) => send } = options
  using client = createHttpClient(service.url, service.tokens.full, clientCount * concurrentHistories)
  const send = wrap(client.send)
  const findings: string[] = []
  const counts = { operations: 0, concurrent: 0, unanswered: 0 }
  let passed = 0
  let next = 1
  parseBody(await send({ method: 'POST', path: '/_sandbox/clock', body: { now: '2026-03-02T09:00:00Z', frozen: true }, token: '' }))
  const session = await signIn(send, service)
  const work = async () => {
    for (let number = next++; number <= histories; number = next++) {
      const workload = workloads[number % workloads.length] as Workload
      // Each history has its own seed; the interleaving still varies.
      const random = createRandom(seed * 100_000 + number)
      const { fault, history } = await recordHistory(workload, { send, number, random, session }).catch(describeFailure)
      if (fault === undefined) passed += 1
      else findings.push(`${workload.name}, history ${number}: ${fault}`)
      counts.operations += history.length
      counts.concurrent += history.filter((one) => history.some((other) => overlaps(one, other))).length
      counts.unanswered += history.filter(({ output }) => output === undefined).length
    }
  }
  await Promise.all(Array.from({ length: concurrentHistories }, work))
  const figures = { histories, workloads: workloads.length, clients: clientCount, ...counts, seed }
  return { check: 'linearizability', passed, total: histories, findings, figures }
}

interface HistoryOptions {
  readonly send: SendRequest
  readonly number: number
  readonly random: Random
  readonly session: OAuthSession
}

async function recordHistory({ prepare }: Workload, { send, number, random, session }: HistoryOptions) {
  const account = parseBody<{ tokens: { full: string } }>(await send({ method: 'POST', path: '/_sandbox/accounts', body: {}, token: '' }))
  const asOwner: SendRequest = ({ token = account.tokens.full, ...call }) => send({ ...call, token })
  const { model, nextStep } = await prepare({ send: asOwner, number, random, session })
  const history: RecordedOperation[] = []
  const unexpected: string[] = []
  const runClient = async (client: number) => {
    for (let n = 0; n < stepsPerClient; n += 1) {
      if (random.next() < 0.3) await sleep(random.next() * 4)
      const step = nextStep()
      const calledAt = performance.now()
      const output = await runStep(step, unexpected)
      const returnedAt = output === undefined ? Infinity : performance.now()
      history.push({ client, object: step.object, input: step.input, output, calledAt, returnedAt })
    }
  }
  await Promise.all(Array.from({ length: clientCount }, (_each, client) => runClient(client)))
  const faults = [...Map.groupBy(history, ({ object }) => object)].flatMap(([object, operations]) => {
    const violation = findViolation(model, operations)
    return violation === undefined ? [] : [`${object}: ${violation}`]
  })
  const [fault] = [...unexpected, ...faults]
  return { fault, history }
}

/** Requests that prepare a history are not part of it, and must succeed. */
function describeFailure(error: unknown): { readonly fault: string; readonly history: readonly RecordedOperation[] } {
  return { fault: `it could not start: ${error instanceof Error ? error.message : String(error)}`, history: [] }
}

/** @returns undefined without a response */
async function runStep({ input, send }: WorkloadStep, unexpected: string[]): Promise<unknown> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof UnexpectedResponse) unexpected.push(`${JSON.stringify(input)} returned ${error.message}`)
    return undefined
  }
}

function overlaps(one: RecordedOperation, other: RecordedOperation): boolean {
  return one !== other && one.object === other.object && one.calledAt < other.returnedAt && other.calledAt < one.returnedAt
}
