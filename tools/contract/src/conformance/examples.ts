/** Calls every operation with each of its examples, in the world of the examples. */
import { formatFinding, type VerificationResult } from '../assurance/print-result.ts'
import { checkReply } from '../check-reply.ts'
import { loadSpecification, type OperationEntry } from '../load-specification.ts'
import { createOperationCaller } from '../mock/operation-caller.ts'
import { IdMap } from '../fixtures/id-map.ts'
import type { Precondition } from '../fixtures/preconditions.ts'
import { renameBody } from '../fixtures/rename-body.ts'
import { createStepCaller, formatTitle, getErrorMessage, getPrecondition, isSuccess, listSteps, type Step } from '../fixtures/steps.ts'
import { createTestSandbox, origin, type TestSandbox, worldSnapshot } from '../fixtures/test-sandbox.ts'
import { knownRefusals } from './known-refusals.ts'
import { type RewriteResponse, startPrismChecker } from './prism-checker.ts'
import type { ConformanceOptions } from './report.ts'

export interface ExamplesOptions extends Omit<ConformanceOptions, 'wrap'> {
  /** Changes replies, for tests. */
  readonly change?: RewriteResponse
  /** Also validates requests and replies of these operations with Prism. */
  readonly proxy?: boolean
}

interface Result {
  readonly step: Step
  readonly status: number
  /** Message of a refusal. */
  readonly message: string
  /** Differences between the replies and the specification. */
  readonly faults: readonly string[]
}

export async function runExamples(options: ExamplesOptions): Promise<VerificationResult> {
  const { seed, names, change = (response) => response, proxy = false, onResult } = options
  const { entries } = loadSpecification()
  const chosen = entries.filter(({ family }) => names?.includes(family.name) ?? true)
  if (chosen.length === 0) throw new Error(`The specification has no family ${names?.join(', ')}.`)
  await using prism = proxy ? await startPrismChecker(change, chosen) : undefined
  const rewrite = prism?.change ?? change
  const sandbox = await createTestSandbox({
    seed,
    hasActionDurations: true,
    wrap: (fetch) => async (url, init) =>
      rewrite(await fetch(url, init), { url: String(url), method: init?.method ?? 'GET', init: init ?? {} }),
  })
  const results = await callEach(chosen, sandbox)
  const errors = sandbox.drainFailures()
  sandbox.close()
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

/** Calls each step in the world, then after its preconditions, then with other names, as objects of its names may exist. */
async function callEach(chosen: readonly OperationEntry[], sandbox: TestSandbox): Promise<Result[]> {
  const { keys, fetch } = sandbox
  const callOperation = createOperationCaller({ baseUrl: origin, token: keys.full, inferenceToken: keys.inference, fetch })
  const { call, prepare } = createStepCaller(sandbox, callOperation, loadSpecification().entries)
  const results: Result[] = []
  for (const step of chosen.flatMap(listSteps)) {
    const precondition = getPrecondition(step)
    const body = { ...Object(step.example?.value), ...precondition.body } as Readonly<Record<string, unknown>>
    const renamed = renameBody(body, 2) as typeof body
    const attempts: Precondition[] = [{}]
    if (Object.keys(precondition).length > 0) attempts.push(precondition)
    if (JSON.stringify(renamed) !== JSON.stringify(body)) attempts.push({ ...precondition, body: renamed })
    const faults = new Set<string>()
    let outcome: Pick<Result, 'status' | 'message'> | undefined
    for (const attempt of attempts) {
      if (outcome && isSuccess(outcome)) break
      await sandbox.restore(worldSnapshot)
      const ids = new IdMap()
      const refused = await prepare(attempt, ids)
      const { first, reply } = refused ?? { first: undefined, reply: await call(step, ids, attempt) }
      for (const fault of checkReply((first ?? step).entry, reply)) faults.add(fault)
      const message = `${first ? `${formatTitle(first)} comes first: ` : ''}${getErrorMessage(reply)}`
      outcome = { status: reply.status, message }
    }
    if (outcome) results.push({ step, ...outcome, faults: [...faults] })
  }
  return results
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
