/** Calls every operation with each of its examples, in a sandbox with all resources of the examples. */
import { formatFinding, type VerificationResult } from '../assurance/print-result.ts'
import { checkReply } from '../check-reply.ts'
import { loadSpecification, type OperationEntry, sampleEntries } from '../load-specification.ts'
import type { OperationReply } from '../mock/operation-caller.ts'
import { type RewriteResponse, createFixtureSandbox, type OwnedSandboxFixture } from '../fixtures/fixture-sandbox.ts'
import { preconditions } from '../fixtures/preconditions.ts'
import { getErrorMessage, listSteps, isSuccess, formatTitle, type Step } from '../fixtures/steps.ts'
import { FixtureBuilder } from '../fixtures/fixture-builder.ts'
import { knownRefusals } from './known-refusals.ts'
import { startPrismChecker } from './prism-checker.ts'
import type { ConformanceOptions } from './report.ts'

export interface ExamplesOptions extends Omit<ConformanceOptions, 'wrap'> {
  /** Changes replies, for tests. */
  readonly change?: RewriteResponse
  /** Also validates requests and replies of these operations with Prism. */
  readonly proxy?: boolean
  /** Validates only every nth operation of each family with Prism. */
  readonly proxyEvery?: number
}

interface Result {
  readonly step: Step
  readonly status: number
  /** Message of a refusal. */
  readonly message: string
  /** Differences between the replies and the specification. */
  readonly faults: readonly string[]
}

const everything = 'everything'

export async function runExamples(options: ExamplesOptions): Promise<VerificationResult> {
  const { seed, names, change = (response) => response, proxy = false, proxyEvery = 1, onResult } = options
  const { entries } = loadSpecification()
  const chosen = entries.filter(({ family }) => names?.includes(family.name) ?? true)
  if (chosen.length === 0) throw new Error(`The specification has no family ${names?.join(', ')}.`)
  await using prism = proxy ? await startPrismChecker(change, sampleEntries(chosen, proxyEvery)) : undefined
  const { results, errors } = await callEach(chosen, await createFixtureSandbox(seed, prism?.change ?? change))
  for (const { step, status, message } of results) onResult?.(`${status} ${formatTitle(step)} ${message}`)
  const listIds = (some: readonly Result[]) => new Set(some.map(({ step }) => step.entry.operation.id))
  const [answered, passed] = [listIds(results.filter(isSuccess)), listIds(results.filter((each) => isSuccess(each) || findRefusal(each)))]
  return {
    check: 'examples',
    passed: passed.size,
    total: chosen.length,
    findings: [
      ...results.flatMap(listFindings),
      ...errors.map((error) => `inside the sandbox: ${String(error)}`),
      ...(prism?.findings ?? []),
    ],
    figures: {
      succeeded: answered.size,
      refused_for_a_reason: passed.size - answered.size,
      examples: results.length,
      examples_taken: results.filter(isSuccess).length,
      ...(prism && { judged_by_prism: prism.checked.size }),
      seed,
    },
  }
}

/** Calls each operation without its preconditions, then with them in each state in which it may succeed. */
async function callEach(chosen: readonly OperationEntry[], { server, known, errors, close }: OwnedSandboxFixture) {
  const results = new Map<string, Result>()
  const record = (step: Step, reply: OperationReply, first?: Step) => {
    const earlier = results.get(formatTitle(step))
    const now = { status: reply.status, message: `${first ? `${formatTitle(first)} comes first: ` : ''}${getErrorMessage(reply)}` }
    // A success in one state is enough; of several errors the first is reported.
    const { status, message } = earlier && (isSuccess(earlier) || !isSuccess(reply)) ? earlier : now
    const faults = [...new Set([...(earlier?.faults ?? []), ...checkReply((first ?? step).entry, reply)])]
    results.set(formatTitle(step), { step, status, message, faults })
  }
  const builder = new FixtureBuilder({ entries: loadSpecification().entries, server, preconditions, known, onReply: record })
  await builder.createAll()
  await server.save(everything)
  for (const step of chosen.flatMap(listSteps)) {
    const states = builder.listSnapshots(step, everything).map((state) => ({ state, called: step }))
    for (const { state, called } of [{ state: everything, called: { ...step, ignoresPreconditions: true } as const }, ...states]) {
      await server.restore(state)
      const ids = builder.ids.copy()
      if (!(await builder.prepare(called, ids))) continue
      const reply = await builder.call(called, ids)
      record(step, reply)
      if (isSuccess(reply)) break
    }
  }
  close()
  return { results: [...results.values()].filter(({ step }) => chosen.includes(step.entry)), errors }
}

const findRefusal = ({ step }: Result) => knownRefusals[formatTitle(step)] ?? knownRefusals[step.entry.operation.id]

function listFindings(result: Result): string[] {
  const { step, status, message, faults } = result
  const { id } = step.entry.operation
  const input = step.example ? `the example ${step.example.name}` : 'no body'
  const refusal = findRefusal(result)
  const isExpected = refusal ? status === refusal.status : isSuccess(result)
  const expected = refusal ? `${refusal.status}: ${refusal.reason}` : 'a success'
  return [
    ...faults.map((fault) => formatFinding(id, input, 'a reply as specified', fault)),
    ...(isExpected ? [] : [formatFinding(id, input, expected, `${status} ${message}`)]),
  ]
}
