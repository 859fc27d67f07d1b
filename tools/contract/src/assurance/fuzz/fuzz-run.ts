/** One run: asks and counts, judges every answer, and keeps what was found. */
import * as fc from 'fast-check'
import type { OperationEntry } from '../../load-specification.ts'
import { formatFinding } from '../print-result.ts'
import { checkResponse, getMessage } from './check-response.ts'
import { type SandboxResponse, compareStates, type SandboxRequest } from './test-sandbox.ts'
import type { SnapshotName, FuzzFixture } from './fuzz-fixture.ts'
import { formatAuthorization, type RequestDraft, formatRequest } from './format-request.ts'

/** A promise that an answer breaks. */
export class ContractViolation extends Error {
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

export interface SendOptions {
  /** Another than the full token's; null for none. */
  readonly authorization?: string | null
  readonly method?: string
  /** Changes what is sent at the last moment. */
  readonly rewrite?: (request: SandboxRequest) => SandboxRequest
}

/** Thrown where a behavior is still to be written: counted apart, and no finding. */
class NotImplemented extends Error {}

export class FuzzRun {
  readonly fixture: FuzzFixture
  readonly seed: number
  readonly findings: string[] = []
  /** By operation: how often each status was answered to requests that keep the specification. */
  readonly statuses = new Map<string, Map<number, number>>()
  /** By operation: the last sentence with which a good request was refused. */
  readonly refusals = new Map<string, string>()
  readonly unimplemented = new Set<string>()
  readonly #states = new Map<SnapshotName, ReadonlySet<string>>()
  #snapshot: SnapshotName | undefined
  #isChanged = true
  #total = 0
  #failed = 0

  constructor(fixture: FuzzFixture, seed: number) {
    this.fixture = fixture
    this.seed = seed
  }

  getCounts(): { readonly passed: number; readonly total: number } {
    return { passed: this.#total - this.#failed, total: this.#total }
  }

  /** Sends and judges. @throws Breach */
  async send(entry: OperationEntry, draft: RequestDraft, options: SendOptions = {}): Promise<SandboxResponse> {
    const { sandbox } = this.fixture
    const { authorization = formatAuthorization(entry, sandbox.keys), method, rewrite = (request: SandboxRequest) => request } = options
    const written = formatRequest(entry, draft, authorization ?? undefined)
    const request = rewrite(method === undefined ? written : { ...written, method })
    const response = await sandbox.send(request)
    if (response.status === 501) {
      this.unimplemented.add(entry.operation.id)
      throw new NotImplemented()
    }
    const [fault] = checkResponse(entry, response, request.method)
    const [failure] = sandbox.drainFailures()
    if (fault !== undefined) {
      if (response.status < 400) this.markChanged()
      const got = failure === undefined ? `${fault} (${response.status})` : `${fault}: ${describeFailure(failure)}`
      throw new ContractViolation(formatRequestLine(request), 'what the specification says', got)
    }
    // What fell due on the way of a request that was answered well.
    if (failure !== undefined)
      throw new ContractViolation(formatRequestLine(request), 'no failure inside the sandbox', describeFailure(failure))
    return response
  }

  /** Counts one case; what it throws becomes a finding. */
  async runCase(entry: OperationEntry, kind: string, work: () => Promise<void>): Promise<void> {
    this.#total += 1
    await work().catch((error: unknown) => this.#addFinding(entry, kind, '', error))
  }

  /** Counts as many cases as are drawn; one that fails is made as small as it gets. */
  async runCases<T>(
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
        if (!(error instanceof NotImplemented)) throw error
      }
    })
    const outcome = await fc.check(property, {
      seed: this.seed ^ hashText(`${entry.operation.id} ${kind}`),
      numRuns: cases,
      maxSkipsPerRun: 20,
    })
    this.#total += outcome.numRuns
    if (outcome.failed && outcome.counterexample) this.#addFinding(entry, kind, outcome.counterexample[0], outcome.errorInstance)
  }

  /** Goes to a moment, if the state may be another. */
  async restore(expected: SnapshotName): Promise<void> {
    if (this.#snapshot === expected && !this.#isChanged) return
    await this.fixture.sandbox.restore(expected)
    this.#snapshot = expected
    this.#isChanged = false
  }

  /** The next `open` must put the state back. */
  markChanged(): void {
    this.#isChanged = true
  }

  /** @throws Breach when the state is not the moment's */
  async expectUnchanged(input: unknown): Promise<void> {
    if (this.#isChanged || this.#snapshot === undefined) return
    const { sandbox } = this.fixture
    let before = this.#states.get(this.#snapshot)
    const after = await sandbox.readState()
    if (!before) {
      await sandbox.restore(this.#snapshot)
      this.#states.set(this.#snapshot, (before = await sandbox.readState()))
    }
    const [difference] = compareStates(before, after)
    if (difference === undefined) return
    this.markChanged()
    throw new ContractViolation(input, 'a state that is as it was', difference)
  }

  #addFinding({ operation }: OperationEntry, kind: string, input: unknown, error: unknown): void {
    if (error instanceof NotImplemented) return
    this.#failed += 1
    const place = `${operation.id} (${kind})`
    if (error instanceof ContractViolation) this.findings.push(formatFinding(place, error.input ?? input, error.expected, error.got))
    else this.findings.push(formatFinding(place, input, 'no error', error instanceof Error ? (error.stack ?? error.message) : error))
  }
}

function formatRequestLine({ method, path, body }: SandboxRequest): string {
  return `${method} ${path}${typeof body === 'string' ? ` ${body}` : ''}`
}

function describeFailure(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message).split('\n').slice(0, 3).join(' ') : String(failure)
}

/** So that every operation draws values of its own, and the same whichever others are run. */
function hashText(text: string): number {
  let value = 0
  for (const character of text) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) | 0
  return value
}

/** Notes what a good request was answered. */
export function recordResponse({ statuses, refusals }: FuzzRun, { operation: { id } }: OperationEntry, response: SandboxResponse): void {
  const own = statuses.get(id) ?? new Map<number, number>()
  own.set(response.status, (own.get(response.status) ?? 0) + 1)
  statuses.set(id, own)
  // That something is not there tells the least.
  if (response.status >= 400 && (response.status !== 404 || !refusals.has(id)))
    refusals.set(id, `${response.status} ${getMessage(response)}`)
}
