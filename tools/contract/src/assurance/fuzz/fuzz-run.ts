/** One fuzz run: sends requests, checks and counts responses, and collects findings. */
import * as fc from 'fast-check'
import type { OperationEntry } from '../../load-specification.ts'
import { formatFinding } from '../print-result.ts'
import { checkResponse, getMessage } from './check-response.ts'
import { type SandboxResponse, compareStates, type SandboxRequest } from '../../fixtures/test-sandbox.ts'
import type { SnapshotName, FuzzFixture } from './fuzz-fixture.ts'
import { formatAuthorization, type RequestDraft, formatRequest } from './format-request.ts'

export class ContractViolation extends Error {
  override readonly name = 'Breach'
  readonly input: unknown
  readonly expected: string
  readonly actual: string

  constructor(input: unknown, expected: string, actual: string) {
    super(`expected ${expected}, got ${actual}`)
    this.input = input
    this.expected = expected
    this.actual = actual
  }
}

export interface SendOptions {
  /** Replaces the full token; null sends none. */
  readonly authorization?: string | null
  readonly method?: string
}

export class FuzzRun {
  readonly fixture: FuzzFixture
  readonly seed: number
  readonly findings: string[] = []
  /** Counts of statuses of valid requests, by operation. */
  readonly statuses = new Map<string, Map<number, number>>()
  /** Last error of a valid request, by operation. */
  readonly refusals = new Map<string, string>()
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

  /** Sends a request and checks the response. @throws ContractViolation */
  async send(entry: OperationEntry, draft: RequestDraft, options: SendOptions = {}): Promise<SandboxResponse> {
    const { sandbox } = this.fixture
    const { authorization = formatAuthorization(entry, sandbox.keys), method } = options
    const requestText = formatRequest(entry, draft, authorization ?? undefined)
    const request = method === undefined ? requestText : { ...requestText, method }
    const response = await sandbox.send(request)
    const [fault] = checkResponse(entry, response, request.method)
    const [failure] = sandbox.drainFailures()
    if (fault !== undefined) {
      if (response.status < 400) this.markChanged()
      const actual = failure === undefined ? `${fault} (${response.status})` : `${fault}: ${describeFailure(failure)}`
      throw new ContractViolation(formatRequestLine(request), 'a response as specified', actual)
    }
    // A failed job during a successful request.
    if (failure !== undefined) throw new ContractViolation(formatRequestLine(request), 'no internal error', describeFailure(failure))
    return response
  }

  /** Runs one case and records its error as a finding. */
  async runCase(entry: OperationEntry, kind: string, work: () => Promise<void>): Promise<void> {
    this.#total += 1
    await work().catch((error: unknown) => this.#recordFinding(entry, kind, '', error))
  }

  /** Runs generated cases; a failing one is shrunk. */
  async runCases<T>(
    entry: OperationEntry,
    kind: string,
    arbitrary: fc.Arbitrary<T>,
    cases: number,
    work: (value: T) => Promise<void>,
  ): Promise<void> {
    if (cases <= 0) return
    const outcome = await fc.check(fc.asyncProperty(arbitrary, work), {
      seed: this.seed ^ hashText(`${entry.operation.id} ${kind}`),
      numRuns: cases,
      maxSkipsPerRun: 20,
    })
    this.#total += outcome.numRuns
    if (outcome.failed && outcome.counterexample) this.#recordFinding(entry, kind, outcome.counterexample[0], outcome.errorInstance)
  }

  async restore(expected: SnapshotName): Promise<void> {
    await this.fixture.sandbox.restore(expected)
    this.#snapshot = expected
    this.#isChanged = false
  }

  /** Makes `expectUnchanged` pass until the next `restore`. */
  markChanged(): void {
    this.#isChanged = true
  }

  /** @throws ContractViolation when the state differs from the snapshot */
  async expectUnchanged(input: unknown): Promise<void> {
    if (this.#isChanged || this.#snapshot === undefined) return
    const { sandbox } = this.fixture
    const before = this.#states.get(this.#snapshot) ?? (await sandbox.readState(this.#snapshot))
    this.#states.set(this.#snapshot, before)
    const [difference] = compareStates(before, await sandbox.readState())
    if (difference === undefined) return
    // Not by `restore`, which expects that refused requests change nothing.
    await sandbox.control('snapshots/restore', { name: this.#snapshot })
    throw new ContractViolation(input, 'an unchanged state', difference)
  }

  #recordFinding({ operation }: OperationEntry, kind: string, input: unknown, error: unknown): void {
    this.#failed += 1
    const findingKey = `${operation.id} (${kind})`
    if (error instanceof ContractViolation)
      this.findings.push(formatFinding(findingKey, error.input ?? input, error.expected, error.actual))
    else this.findings.push(formatFinding(findingKey, input, 'no error', error instanceof Error ? (error.stack ?? error.message) : error))
  }
}

function formatRequestLine({ method, path, body }: SandboxRequest): string {
  return `${method} ${path}${typeof body === 'string' ? ` ${body}` : ''}`
}

function describeFailure(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message).split('\n').slice(0, 3).join(' ') : String(failure)
}

/** Gives every operation its own seed, independent of the others. */
function hashText(text: string): number {
  let value = 0
  for (const character of text) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) | 0
  return value
}

/** Records the response to a valid request. */
export function recordResponse({ statuses, refusals }: FuzzRun, { operation: { id } }: OperationEntry, response: SandboxResponse): void {
  const own = statuses.get(id) ?? new Map<number, number>()
  own.set(response.status, (own.get(response.status) ?? 0) + 1)
  statuses.set(id, own)
  // A 404 is the least useful error.
  if (response.status >= 400 && (response.status !== 404 || !refusals.has(id)))
    refusals.set(id, `${response.status} ${getMessage(response)}`)
}
