/** One run: asks and counts, judges every answer, and keeps what was found. */
import * as fc from 'fast-check'
import type { OperationEntry } from '../../load-specification.ts'
import { describeFinding } from '../print-check.ts'
import { judge, messageOf } from './judge.ts'
import { type Answer, compareStates, type Sent } from './open-platform.ts'
import type { Moment, World } from './world.ts'
import { authorize, type Draft, writeRequest } from './write-request.ts'

/** A promise that an answer breaks. */
export class Breach extends Error {
  override readonly name = 'Breach'
  readonly input: unknown
  readonly expected: string
  readonly got: string

  constructor(input: unknown, expected: string, got: string) {
    super(`expected ${expected}, got ${got}`)
    this.input = input
    this.expected = expected
    this.got = got
  }
}

export interface Asked {
  /** Another than the full token's; null for none. */
  readonly authorization?: string | null
  readonly method?: string
  /** Changes what is sent at the last moment. */
  readonly change?: (sent: Sent) => Sent
}

export interface Run {
  readonly world: World
  readonly seed: number
  /** Sends and judges. @throws Breach */
  readonly ask: (entry: OperationEntry, draft: Draft, asked?: Asked) => Promise<Answer>
  /** Counts one case; what it throws becomes a finding. */
  readonly attempt: (entry: OperationEntry, kind: string, work: () => Promise<void>) => Promise<void>
  /** Counts as many cases as are drawn; one that fails is made as small as it gets. */
  readonly explore: <T>(
    entry: OperationEntry,
    kind: string,
    arbitrary: fc.Arbitrary<T>,
    cases: number,
    work: (value: T) => Promise<void>,
  ) => Promise<void>
  /** Goes to a moment, if the state may be another. */
  readonly open: (moment: Moment) => Promise<void>
  /** The next `open` must put the state back. */
  readonly touch: () => void
  /** @throws Breach when the state is not the moment's */
  readonly expectUnchanged: (input: unknown) => Promise<void>
  readonly findings: string[]
  readonly count: () => { readonly passed: number; readonly total: number }
  /** By operation: how often each status was answered to requests that keep the specification. */
  readonly statuses: Map<string, Map<number, number>>
  /** By operation: the last sentence with which a good request was refused. */
  readonly refusals: Map<string, string>
  readonly missing: Set<string>
}

/** Thrown where a behavior is still to be written: counted apart, and no finding. */
class NotWritten extends Error {}

export function createRun(world: World, seed: number): Run {
  const findings: string[] = []
  const missing = new Set<string>()
  const states = new Map<Moment, ReadonlySet<string>>()
  let moment: Moment | undefined
  let isTouched = true
  let total = 0
  let failed = 0

  const ask: Run['ask'] = async (
    entry,
    draft,
    { authorization = authorize(entry, world.platform.keys), method, change = (sent: Sent) => sent } = {},
  ) => {
    const written = writeRequest(entry, draft, authorization ?? undefined)
    const sent = change(method === undefined ? written : { ...written, method })
    const answer = await world.platform.send(sent)
    if (answer.status === 501) {
      missing.add(entry.operation.id)
      throw new NotWritten()
    }
    const [fault] = judge(entry, answer, world.toolsOf(entry).validator, sent.method)
    const [failure] = world.platform.takeFailures()
    if (fault !== undefined) {
      if (answer.status < 400) isTouched = true
      throw new Breach(
        describeSent(sent),
        'what the specification says',
        failure === undefined ? `${fault} (${answer.status})` : `${fault}: ${describeFailure(failure)}`,
      )
    }
    // What fell due on the way of a request that was answered well.
    if (failure !== undefined) throw new Breach(describeSent(sent), 'no failure inside the sandbox', describeFailure(failure))
    return answer
  }

  const note = ({ operation }: OperationEntry, kind: string, input: unknown, error: unknown) => {
    if (error instanceof NotWritten) return
    failed += 1
    const place = `${operation.id} (${kind})`
    if (error instanceof Breach) findings.push(describeFinding(place, error.input ?? input, error.expected, error.got))
    else findings.push(describeFinding(place, input, 'no error', error instanceof Error ? (error.stack ?? error.message) : error))
  }

  return {
    world,
    seed,
    ask,
    attempt: async (entry, kind, work) => {
      total += 1
      await work().catch((error: unknown) => note(entry, kind, '', error))
    },
    explore: async (entry, kind, arbitrary, cases, work) => {
      if (cases <= 0) return
      const property = fc.asyncProperty(arbitrary, async (value) => {
        try {
          await work(value)
        } catch (error) {
          if (!(error instanceof NotWritten)) throw error
        }
      })
      const outcome = await fc.check(property, { seed: seed ^ hash(`${entry.operation.id} ${kind}`), numRuns: cases, maxSkipsPerRun: 20 })
      total += outcome.numRuns
      if (outcome.failed && outcome.counterexample) note(entry, kind, outcome.counterexample[0], outcome.errorInstance)
    },
    open: async (wanted) => {
      if (moment === wanted && !isTouched) return
      await world.platform.restore(wanted)
      moment = wanted
      isTouched = false
    },
    touch: () => {
      isTouched = true
    },
    expectUnchanged: async (input) => {
      if (isTouched || moment === undefined) return
      let before = states.get(moment)
      const after = await world.platform.readState()
      if (!before) {
        await world.platform.restore(moment)
        states.set(moment, (before = await world.platform.readState()))
      }
      const [difference] = compareStates(before, after)
      if (difference === undefined) return
      isTouched = true
      throw new Breach(input, 'a state that is as it was', difference)
    },
    findings,
    count: () => ({ passed: total - failed, total }),
    statuses: new Map(),
    refusals: new Map(),
    missing,
  }
}

function describeSent({ method, path, body }: Sent): string {
  return `${method} ${path}${typeof body === 'string' ? ` ${body}` : ''}`
}

function describeFailure(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message).split('\n').slice(0, 3).join(' ') : String(failure)
}

/** So that every operation draws values of its own, and the same whichever others are run. */
function hash(text: string): number {
  let value = 0
  for (const character of text) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) | 0
  return value
}

/** Notes what a good request was answered. */
export function noteAnswer({ statuses, refusals }: Run, { operation: { id } }: OperationEntry, answer: Answer): void {
  const own = statuses.get(id) ?? new Map<number, number>()
  own.set(answer.status, (own.get(answer.status) ?? 0) + 1)
  statuses.set(id, own)
  // That something is not there tells the least.
  if (answer.status >= 400 && (answer.status !== 404 || !refusals.has(id))) refusals.set(id, `${answer.status} ${messageOf(answer)}`)
}
