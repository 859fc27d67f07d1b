import { loadObservedRows } from '@spindrift/testing/observed-rows'
import { formatExamples, booleanOption, defineVerification } from '../assurance/verification.ts'
import { runTests } from '../rules/run-tests.ts'

export const addRecorded = defineVerification({
  name: 'recorded',
  description: 'run the tests of the rows of spec/observed.tsv: the sandbox gives each reply that the platform was observed to give',
  operands: ['[families...]', 'only the rows of these families, or with these ids'],
  options: { listExcepted: booleanOption('print every row without a test, and why it has none') },
  help: formatExamples('observed', 'observed firewalls volumes-03'),
  run: async ({ listExcepted }, names) => {
    const rows = loadObservedRows()
    if (listExcepted)
      for (const { id, condition, exception } of rows) if (exception !== '') console.log(`${id} (${condition}): ${exception}`)
    const tested = rows.filter(({ exception }) => exception === '')
    const wanted = tested.filter(({ id, family }) => names === undefined || names.includes(family) || names.includes(id))
    if (wanted.length === 0) throw new Error(`No row has the family or the id ${names?.join(', ')}.`)
    const filter = names ? ['--testNamePattern', `^observed (${wanted.map(({ id }) => id).join('|')}):`] : []
    const { testResults } = await runTests(['--project=sandbox', 'observed', ...filter])
    const results = testResults.flatMap(({ assertionResults }) => assertionResults)
    const passed = new Set(results.filter(({ status }) => status === 'passed').map(({ title }) => /^observed ([\w-]+):/.exec(title)?.[1]))
    const findings = wanted.filter(({ id }) => !passed.has(id)).map(({ id, condition }) => `${id} (${condition}): no test of it passed.`)
    return {
      check: 'observed',
      passed: wanted.length - findings.length,
      total: wanted.length,
      findings,
      figures: { rows: rows.length, excepted: rows.length - tested.length },
    }
  },
})
