/** Walks over a sandbox, and says which operations did not answer as they should. */
import { describeFinding, type Outcome as CheckOutcome } from '../assurance/print-check.ts'
import { loadSpecification, type OperationEntry } from '../load-specification.ts'
import { callPrism } from './call-prism.ts'
import { preconditions } from '../worlds/preconditions.ts'
import { refusals } from './refusals.ts'
import { succeeded } from '../worlds/steps.ts'
import { takeWalk, type Outcome } from './take-walk.ts'
import { openSandbox, type Change } from '../worlds/open-sandbox.ts'

export interface WalkSettings {
  readonly seed: number
  /** Only these operations, in a world where nothing is yet. */
  readonly only?: (entry: OperationEntry) => boolean
  /** What comes between the sandbox and the walk. */
  readonly change?: Change
  /** Whether Prism judges too. */
  readonly proxy?: boolean
}

export interface WalkResult extends CheckOutcome {
  readonly outcomes: readonly Outcome[]
}

export async function runWalk({ seed, only, change, proxy = false }: WalkSettings): Promise<WalkResult> {
  const { entries: all } = loadSpecification()
  const entries = only ? all.filter(only) : all
  const judge = proxy ? await callPrism(change) : undefined
  const { server, known, errors, close } = await openSandbox(seed, judge?.change ?? change)
  try {
    const outcomes = await takeWalk({
      entries,
      server,
      fromNothing: only !== undefined,
      preconditions,
      known,
    })
    const inside = errors.map((error) => `inside the sandbox: ${String(error)}`)
    const findings = [...outcomes.flatMap(describeOutcome), ...inside, ...(judge?.findings ?? [])]
    const answered = new Set(outcomes.filter(succeeded).map(({ operation }) => operation))
    const excused = new Set(outcomes.filter((outcome) => refusalOf(outcome)).map(({ operation }) => operation))
    const good = entries.filter(({ operation: { id } }) => answered.has(id) || excused.has(id))
    const figures = {
      succeeded: answered.size,
      refused_for_a_reason: good.length - answered.size,
      examples: outcomes.length,
      examples_taken: outcomes.filter(succeeded).length,
      ...(judge && { judged_by_prism: judge.judged }),
      seed,
    }
    return { check: 'walk', passed: good.length, total: entries.length, findings, figures, outcomes }
  } finally {
    close()
    await judge?.close()
  }
}

function refusalOf({ operation, example }: Outcome) {
  return refusals[`${operation}:${example}`] ?? refusals[operation]
}

function describeOutcome(outcome: Outcome): string[] {
  const { operation, example, status, message, findings } = outcome
  const input = example === '' ? 'no body' : `the example ${example}`
  const broken = findings.map((finding) => describeFinding(operation, input, 'what the specification says', finding))
  const refusal = refusalOf(outcome)
  if (refusal && status !== refusal.status)
    return [...broken, describeFinding(operation, input, `${refusal.status}: ${refusal.reason}`, status)]
  if (!refusal && !succeeded(outcome)) return [...broken, describeFinding(operation, input, 'a success', `${status} ${message}`)]
  return broken
}
