/** Calls every operation with each of its examples, in a sandbox that has everything which the examples refer to. */
import { describeFinding, type Outcome } from '../assurance/print-result.ts'
import { checkReply } from '../check-reply.ts'
import { loadSpecification, type OperationEntry, sampleEntries } from '../load-specification.ts'
import type { Answer } from '../mock/operation-caller.ts'
import { type Change, openSandbox, type OpenedSandbox } from '../fixtures/fixture-sandbox.ts'
import { preconditions } from '../fixtures/preconditions.ts'
import { messageOf, stepsOf, succeeded, titleOf, type Step } from '../fixtures/steps.ts'
import { FixtureBuilder } from '../fixtures/fixture-builder.ts'
import { knownRefusals } from './known-refusals.ts'
import { startPrismJudge } from './prism-checker.ts'
import type { ConformanceOptions } from './report.ts'

export interface ExamplesOptions extends Omit<ConformanceOptions, 'wrap'> {
  /** Changes replies on their way. */
  readonly change?: Change
  /** Lets Prism check requests and replies of these operations too. */
  readonly proxy?: boolean
  /** Lets Prism check only every nth operation of each family. */
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

export async function runExamples(options: ExamplesOptions): Promise<Outcome> {
  const { seed, names, change = (response) => response, proxy = false, proxyEvery = 1, onResult } = options
  const { entries } = loadSpecification()
  const chosen = entries.filter(({ family }) => names?.includes(family.name) ?? true)
  if (chosen.length === 0) throw new Error(`The specification has no family ${names?.join(', ')}.`)
  await using judge = proxy ? await startPrismJudge(change, sampleEntries(chosen, proxyEvery)) : undefined
  const { results, errors } = await callEach(chosen, await openSandbox(seed, judge?.change ?? change))
  for (const { step, status, message } of results) onResult?.(`${status} ${titleOf(step)} ${message}`)
  const listIds = (some: readonly Result[]) => new Set(some.map(({ step }) => step.entry.operation.id))
  const [answered, passed] = [listIds(results.filter(succeeded)), listIds(results.filter((each) => succeeded(each) || findRefusal(each)))]
  return {
    check: 'examples',
    passed: passed.size,
    total: chosen.length,
    findings: [
      ...results.flatMap(listFindings),
      ...errors.map((error) => `inside the sandbox: ${String(error)}`),
      ...(judge?.findings ?? []),
    ],
    figures: {
      succeeded: answered.size,
      refused_for_a_reason: passed.size - answered.size,
      examples: results.length,
      examples_taken: results.filter(succeeded).length,
      ...(judge && { judged_by_prism: judge.judged.size }),
      seed,
    },
  }
}

/** Calls each operation without its preconditions, then with them in each state in which it may succeed. */
async function callEach(chosen: readonly OperationEntry[], { server, known, errors, close }: OpenedSandbox) {
  const results = new Map<string, Result>()
  const record = (step: Step, answer: Answer, first?: Step) => {
    const earlier = results.get(titleOf(step))
    const now = { status: answer.status, message: `${first ? `${titleOf(first)} comes first: ` : ''}${messageOf(answer)}` }
    // A success in one state is enough; of several refusals the first says most.
    const { status, message } = earlier && (succeeded(earlier) || !succeeded(answer)) ? earlier : now
    const faults = [...new Set([...(earlier?.faults ?? []), ...checkReply((first ?? step).entry, answer)])]
    results.set(titleOf(step), { step, status, message, faults })
  }
  const builder = new FixtureBuilder({ entries: loadSpecification().entries, server, preconditions, known, onAnswer: record })
  await builder.createEverything()
  await server.save(everything)
  for (const step of chosen.flatMap(stepsOf)) {
    const states = builder.contextsOf(step, everything).map((state) => ({ state, called: step }))
    for (const { state, called } of [{ state: everything, called: { ...step, asItIs: true } as const }, ...states]) {
      await server.restore(state)
      const ids = builder.ids.copy()
      if (!(await builder.prepare(called, ids))) continue
      const answer = await builder.call(called, ids)
      record(step, answer)
      if (succeeded(answer)) break
    }
  }
  close()
  return { results: [...results.values()].filter(({ step }) => chosen.includes(step.entry)), errors }
}

const findRefusal = ({ step }: Result) => knownRefusals[titleOf(step)] ?? knownRefusals[step.entry.operation.id]

function listFindings(result: Result): string[] {
  const { step, status, message, faults } = result
  const { id } = step.entry.operation
  const input = step.example ? `the example ${step.example.name}` : 'no body'
  const refusal = findRefusal(result)
  const isExpected = refusal ? status === refusal.status : succeeded(result)
  const expected = refusal ? `${refusal.status}: ${refusal.reason}` : 'a success'
  return [
    ...faults.map((fault) => describeFinding(id, input, 'a reply as specified', fault)),
    ...(isExpected ? [] : [describeFinding(id, input, expected, `${status} ${message}`)]),
  ]
}
