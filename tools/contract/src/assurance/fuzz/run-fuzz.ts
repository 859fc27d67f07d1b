/** Fuzzes every operation within a number of cases. */
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import type { VerificationResult } from '../print-result.ts'
import { checkInvalid } from './checks/check-invalid.ts'
import { checkCredentials } from './checks/check-credentials.ts'
import { checkDeleted } from './checks/check-deleted.ts'
import { checkMethods } from './checks/check-methods.ts'
import { checkReads } from './checks/check-reads.ts'
import { checkIsolation } from './checks/check-isolation.ts'
import { checkValid } from './checks/check-valid.ts'
import type { Fetch } from '../../fixtures/test-sandbox.ts'
import { FuzzRun } from './fuzz-run.ts'
import { createFuzzFixture } from './fuzz-fixture.ts'

export interface FuzzOptions {
  readonly cases: number
  readonly seed: number
  /** Ids of operations; all by default. */
  readonly operations?: readonly string[] | undefined
  readonly wrap?: (fetch: Fetch) => Fetch
  /** Creates or shares a sandbox with the objects of the examples. */
  readonly openFixture?: typeof createFuzzFixture
}

export interface FuzzResult extends VerificationResult {
  /** Operations that accepted no valid request, with the last error. */
  readonly unanswered: readonly string[]
}

export async function runFuzz({ cases, seed, operations, wrap, openFixture = createFuzzFixture }: FuzzOptions): Promise<FuzzResult> {
  const chosen = loadSpecification().entries.filter(({ operation: { id } }) => operations?.includes(id) ?? true)
  if (chosen.length < (operations?.length ?? 0)) throw new Error(`The specification does not have all of these: ${operations?.join(', ')}.`)
  await using fixture = await openFixture({ seed, ...(wrap && { wrap }) })
  const run = new FuzzRun(fixture, seed)
  const [failure] = fixture.sandbox.drainFailures()
  if (failure !== undefined) run.findings.push(`Error of the sandbox while the fixtures were created: ${String(failure)}`)
  const each = Math.max(4, Math.round(cases / chosen.length))
  for (const entry of chosen) await checkOperation(run, entry, each)
  run.findings.push(...fixture.sandbox.drainFailures().map((last) => `Error of the sandbox at the end: ${String(last)}`))
  return summarize(run, chosen, { seed })
}

async function checkOperation(run: FuzzRun, entry: OperationEntry, cases: number): Promise<void> {
  const { path, method } = entry.operation
  const siblings = run.fixture.entries.filter((other) => other.api === entry.api && other.operation.path === path)
  const startTotal = run.getCounts().total
  await checkIsolation(run, entry)
  if (method === 'get') await checkReads(run, entry, 3)
  await checkDeleted(run, entry, 3)
  // All invalid requests first, then a single comparison of the state, which is slow.
  await run.restore('world')
  await checkCredentials(run, entry)
  if (siblings[0] === entry) await checkMethods(run, siblings)
  // The remaining cases are split between invalid and valid requests.
  const remainingCases = Math.max(6, cases - (run.getCounts().total - startTotal))
  await checkInvalid(run, entry, Math.floor(remainingCases * 0.45))
  await run.runCase(entry, 'refused', () => run.expectUnchanged('all that was refused'))
  await checkValid(run, entry, Math.ceil(remainingCases * 0.55))
}

function summarize(run: FuzzRun, chosen: readonly OperationEntry[], settings: Readonly<Record<string, number>>): FuzzResult {
  const answered = chosen.filter(({ operation }) => [...(run.statuses.get(operation.id)?.keys() ?? [])].some((status) => status < 400))
  const unanswered = chosen.filter((entry) => !answered.includes(entry))
  return {
    check: 'fuzz',
    ...run.getCounts(),
    findings: run.findings,
    figures: {
      ...settings,
      operations: chosen.length,
      answered: answered.length,
      unanswered: unanswered.length,
      good: countResponses(run, (status) => status < 400),
      refused: countResponses(run, (status) => status >= 400),
    },
    unanswered: unanswered.map(({ operation }) => `${operation.id}: ${run.refusals.get(operation.id) ?? 'never called'}`),
  }
}

/** Counts responses to valid requests. */
function countResponses({ statuses }: FuzzRun, isCounted: (status: number) => boolean): number {
  return [...statuses.values()].flatMap((own) => [...own]).reduce((sum, [status, times]) => (isCounted(status) ? sum + times : sum), 0)
}
