/** One run: asks and counts, judges every answer, and keeps what was found. */
import * as fc from 'fast-check'
import type { OperationEntry } from '../../load-specification.ts'
import { describeFinding } from '../print-result.ts'
import { judge, messageOf } from './check-response.ts'
import { type Answer, compareStates, type Sent } from './test-sandbox.ts'
import type { Moment, World } from './fuzz-fixture.ts'
import { authorize, type Draft, formatRequest } from './format-request.ts'

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

/** Thrown where a behavior is still to be written: counted apart, and no finding. */
class NotWritten extends Error {}

export class Run {
  readonly ctx: World
  readonly seed: number
  readonly findings: string[] = []
  /** By operation: how often each status was answered to requests that keep the specification. */
  readonly statuses = new Map<string, Map<number, number>>()
  /** By operation: the last sentence with which a good request was refused. */
  readonly refusals = new Map<string, string>()
  readonly missing = new Set<string>()
  readonly #states = new Map<Moment, ReadonlySet<string>>()
  #moment: Moment | undefined
  #isTouched = true
  #total = 0
  #failed = 0

  constructor(ctx: World, seed: number) {
    this.ctx = ctx
    this.seed = seed
  }

  count(): { readonly passed: number; readonly total: number } {
    return { passed: this.#total - this.#failed, total: this.#total }
  }

  /** Sends and judges. @throws Breach */
  async ask(entry: OperationEntry, draft: Draft, asked: Asked = {}): Promise<Answer> {
    const { platform } = this.ctx
    const { authorization = authorize(entry, platform.keys), method, change = (sent: Sent) => sent } = asked
    const written = formatRequest(entry, draft, authorization ?? undefined)
    const sent = change(method === undefined ? written : { ...written, method })
    const answer = await platform.send(sent)
    if (answer.status === 501) {
      this.missing.add(entry.operation.id)
      throw new NotWritten()
    }
    const [fault] = judge(entry, answer, sent.method)
    const [failure] = platform.takeFailures()
    if (fault !== undefined) {
      if (answer.status < 400) this.touch()
      const got = failure === undefined ? `${fault} (${answer.status})` : `${fault}: ${describeFailure(failure)}`
      throw new Breach(describeSent(sent), 'what the specification says', got)
    }
    // What fell due on the way of a request that was answered well.
    if (failure !== undefined) throw new Breach(describeSent(sent), 'no failure inside the sandbox', describeFailure(failure))
    return answer
  }

  /** Counts one case; what it throws becomes a finding. */
  async attempt(entry: OperationEntry, kind: string, work: () => Promise<void>): Promise<void> {
    this.#total += 1
    await work().catch((error: unknown) => this.#note(entry, kind, '', error))
  }

  /** Counts as many cases as are drawn; one that fails is made as small as it gets. */
  async explore<T>(
    entry: OperationEntry,
    kind: string,
    arbitrary: fc.Arbitrary<T>,
    cases: number,
    work: (value: T) => Promise<void>,
  ): Promise<void> {
    if (cases <= 0) return
    const property = fc.asyncProperty(arbitrary, async (value) => {
      try {
        await work(value)
      } catch (error) {
        if (!(error instanceof NotWritten)) throw error
      }
    })
    const outcome = await fc.check(property, {
      seed: this.seed ^ hash(`${entry.operation.id} ${kind}`),
      numRuns: cases,
      maxSkipsPerRun: 20,
    })
    this.#total += outcome.numRuns
    if (outcome.failed && outcome.counterexample) this.#note(entry, kind, outcome.counterexample[0], outcome.errorInstance)
  }

  /** Goes to a moment, if the state may be another. */
  async open(wanted: Moment): Promise<void> {
    if (this.#moment === wanted && !this.#isTouched) return
    await this.ctx.platform.restore(wanted)
    this.#moment = wanted
    this.#isTouched = false
  }

  /** The next `open` must put the state back. */
  touch(): void {
    this.#isTouched = true
  }

  /** @throws Breach when the state is not the moment's */
  async expectUnchanged(input: unknown): Promise<void> {
    if (this.#isTouched || this.#moment === undefined) return
    const { platform } = this.ctx
    let before = this.#states.get(this.#moment)
    const after = await platform.readState()
    if (!before) {
      await platform.restore(this.#moment)
      this.#states.set(this.#moment, (before = await platform.readState()))
    }
    const [difference] = compareStates(before, after)
    if (difference === undefined) return
    this.touch()
    throw new Breach(input, 'a state that is as it was', difference)
  }

  #note({ operation }: OperationEntry, kind: string, input: unknown, error: unknown): void {
    if (error instanceof NotWritten) return
    this.#failed += 1
    const place = `${operation.id} (${kind})`
    if (error instanceof Breach) this.findings.push(describeFinding(place, error.input ?? input, error.expected, error.got))
    else this.findings.push(describeFinding(place, input, 'no error', error instanceof Error ? (error.stack ?? error.message) : error))
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
export function recordAnswer({ statuses, refusals }: Run, { operation: { id } }: OperationEntry, answer: Answer): void {
  const own = statuses.get(id) ?? new Map<number, number>()
  own.set(answer.status, (own.get(answer.status) ?? 0) + 1)
  statuses.set(id, own)
  // That something is not there tells the least.
  if (answer.status >= 400 && (answer.status !== 404 || !refusals.has(id))) refusals.set(id, `${answer.status} ${messageOf(answer)}`)
}
