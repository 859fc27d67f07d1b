/** Compares the replies of the sandbox with those recorded in spec/observed.tsv, by the test of each row. */
import { loadObservedRows } from '@spindrift/testing/observed-rows'
import type { VerificationResult } from '../assurance/print-result.ts'
import { runTests } from '../rules/run-tests.ts'

/** @param names families or ids of rows; all by default */
export async function runRecorded(names: readonly string[] | undefined, listExcepted: boolean): Promise<VerificationResult> {
  const rows = loadObservedRows()
  if (listExcepted) for (const { id, condition, exception } of rows) if (exception !== '') console.log(`${id} (${condition}): ${exception}`)
  const tested = rows.filter(({ exception }) => exception === '')
  const selected = tested.filter(({ id, family }) => names === undefined || names.includes(family) || names.includes(id))
  if (selected.length === 0) throw new Error(`No row has the family or the id ${names?.join(', ')}.`)
  const filter = names ? ['--testNamePattern', `^observed (${selected.map(({ id }) => id).join('|')}):`] : []
  const { testResults } = await runTests(['--project=sandbox', 'observed', ...filter])
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = new Set(results.filter(({ status }) => status === 'passed').map(({ title }) => /^observed ([\w-]+):/.exec(title)?.[1]))
  const findings = selected
    .filter(({ id }) => !passed.has(id))
    .map(({ id, condition }) => `${id} (${condition}): no test of this row passed.`)
  return {
    check: 'recorded',
    passed: selected.length - findings.length,
    total: selected.length,
    findings,
    figures: { rows: rows.length, excepted: rows.length - tested.length },
  }
}
