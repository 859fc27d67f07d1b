/** Everything that is asked of every operation, within a number of cases. */
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import type { Outcome } from '../print-result.ts'
import { checkBroken } from './checks/check-invalid.ts'
import { checkCallers } from './checks/check-credentials.ts'
import { checkDeleted } from './checks/check-deleted.ts'
import { checkHostileIds } from './checks/check-hostile-ids.ts'
import { checkMethods } from './checks/check-methods.ts'
import { checkReads } from './checks/check-reads.ts'
import { checkExchanges } from './checks/check-exchanges.ts'
import { checkStranger } from './checks/check-isolation.ts'
import { checkValid } from './checks/check-valid.ts'
import type { Fetch } from './test-sandbox.ts'
import { Run } from './fuzz-run.ts'
import { createWorld } from './fuzz-fixture.ts'

export interface FuzzOptions {
  readonly cases: number
  readonly seed: number
  /** Only these. */
  readonly operations?: readonly string[] | undefined
  /** How many sandboxes over one Postgres are asked, each request by chance; 0 for one alone. */
  readonly replicas?: number
  readonly wrap?: (fetch: Fetch) => Fetch
}

export interface FuzzOutcome extends Outcome {
  /** Operations that no good request got a good answer from, with the last reason. */
  readonly unanswered: readonly string[]
  /** Operations whose behavior is still to be written. */
  readonly missing: readonly string[]
}

export async function runFuzz({ cases, seed, operations, replicas = 0, wrap }: FuzzOptions): Promise<FuzzOutcome> {
  const chosen = loadSpecification().entries.filter(({ operation: { id } }) => operations?.includes(id) ?? true)
  if (chosen.length < (operations?.length ?? 0)) throw new Error(`The specification does not have all of these: ${operations?.join(', ')}.`)
  await using ctx = await createWorld({ seed, replicas, ...(wrap && { wrap }) })
  const run = new Run(ctx, seed)
  const [failure] = ctx.platform.takeFailures()
  if (failure !== undefined) run.findings.push(`While the world was made the sandbox failed: ${String(failure)}`)
  await checkExchanges(run, chosen)
  const each = Math.max(4, Math.round(cases / chosen.length))
  for (const entry of chosen) await checkOperation(run, entry, each)
  run.findings.push(...ctx.platform.takeFailures().map((last) => `At the end the sandbox failed: ${String(last)}`))
  return summarize(run, chosen, { seed, ...(replicas > 0 && { replicas }) })
}

async function checkOperation(run: Run, entry: OperationEntry, cases: number): Promise<void> {
  const { path, method } = entry.operation
  const siblings = run.ctx.entries.filter((other) => other.api === entry.api && other.operation.path === path)
  const begun = run.count().total
  await checkStranger(run, entry)
  if (method === 'get') await checkReads(run, entry, 3)
  await checkDeleted(run, entry, 3)
  // All that is to be refused, and then one look at the state: that is what costs.
  await run.open('made')
  await checkCallers(run, entry)
  if (siblings[0] === entry) await checkMethods(run, siblings)
  await checkHostileIds(run, entry, 3)
  // What is left is shared by requests that are broken and requests that are not.
  const left = Math.max(6, cases - (run.count().total - begun))
  await checkBroken(run, entry, Math.floor(left * 0.45))
  await run.attempt(entry, 'refused', () => run.expectUnchanged('all that was refused'))
  await checkValid(run, entry, Math.ceil(left * 0.55))
}

function summarize(run: Run, chosen: readonly OperationEntry[], given: Readonly<Record<string, number>>): FuzzOutcome {
  const answered = chosen.filter(({ operation }) => [...(run.statuses.get(operation.id)?.keys() ?? [])].some((status) => status < 400))
  const unanswered = chosen.filter((entry) => !answered.includes(entry) && !run.missing.has(entry.operation.id))
  return {
    check: 'fuzz',
    ...run.count(),
    findings: run.findings,
    figures: {
      ...given,
      operations: chosen.length,
      answered: answered.length,
      unanswered: unanswered.length,
      missing: run.missing.size,
      good: countAnswers(run, (status) => status < 400),
      refused: countAnswers(run, (status) => status >= 400),
    },
    unanswered: unanswered.map(({ operation }) => `${operation.id}: ${run.refusals.get(operation.id) ?? 'never asked'}`),
    missing: [...run.missing],
  }
}

/** Of requests that keep the specification. */
function countAnswers({ statuses }: Run, isCounted: (status: number) => boolean): number {
  return [...statuses.values()].flatMap((own) => [...own]).reduce((sum, [status, times]) => (isCounted(status) ? sum + times : sum), 0)
}
