import { examples, flag, proof } from '../assurance/proof.ts'
import { repoFolder } from '../load-specification.ts'
import { readRows } from './read-rows.ts'

export const addObserved = proof({
  name: 'observed',
  about: 'ask a sandbox for every row of spec/observed.tsv: what the platform was seen to answer, the sandbox answers too',
  names: ['[families...]', 'only the rows of these families, or of these ids'],
  options: { listExcepted: flag('print every row that the sandbox answers otherwise, and why') },
  help: examples('observed', 'observed firewalls volumes-03'),
  run: async ({ listExcepted }, families) => {
    const rows = readRows(`${repoFolder}spec/observed.tsv`)
    if (listExcepted)
      for (const { id, condition, exception } of rows) if (exception !== '') console.log(`${id} (${condition}): ${exception}`)
    const wanted = rows.filter(({ id, family }) => families === undefined || families.includes(family) || families.includes(id))
    if (wanted.length === 0) throw new Error(`No row has the family or the id ${families?.join(', ')}.`)
    const [{ allCases }, { runObserved }] = await Promise.all([import('./cases/all-cases.ts'), import('./run-observed.ts')])
    const ids = new Set(wanted.map(({ id }) => id))
    const cases = Object.fromEntries(Object.entries(allCases).filter(([id]) => families === undefined || ids.has(id)))
    return runObserved(wanted, cases)
  },
})
