import { loadObservedRows } from '@spindrift/testing/observed-rows'
import { formatExamples, booleanOption, defineVerification } from '../assurance/verification.ts'
import { runTests } from '../rules/run-tests.ts'

export const addRecorded = defineVerification({
  name: 'recorded',
  description: 'Compare the replies of the sandbox with those recorded in spec/observed.tsv.',
  operands: ['[families...]', 'only rows of these families or with these ids'],
  options: { listExcepted: booleanOption('print every row without a test, with the reason') },
  help: formatExamples('recorded', 'recorded firewalls volumes-03'),
  run: async ({ listExcepted }, names) => {
    const rows = loadObservedRows()
    if (listExcepted)
      for (const { id, condition, exception } of rows) if (exception !== '') console.log(`${id} (${condition}): ${exception}`)
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
  },
})
