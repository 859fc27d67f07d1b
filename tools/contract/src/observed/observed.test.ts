import { repoFolder } from '../load-specification.ts'
import { describe, expect, it } from 'vitest'
import { allCases } from './cases/all-cases.ts'
import { readRows } from './read-rows.ts'
import { isMessage, runObserved } from './run-observed.ts'

const rows = readRows(`${repoFolder}spec/observed.tsv`)

describe('what the platform was seen to answer', () => {
  it('is what the sandbox answers, but for what is excepted with a reason', async () => {
    const { findings, passed, total } = await runObserved(rows, allCases)
    expect(findings).toEqual([])
    expect(passed).toBe(total)
  })

  const row = rows.find(({ id }) => id === 'wire-01')

  it.each([
    { broken: 'another status', change: { status: 410 }, finding: /expected 404, got 410/ },
    { broken: 'another id', change: { body: { id: 'gone', message: row?.message } }, finding: /expected the id not_found/ },
    { broken: 'another message', change: { body: { id: 'not_found', message: 'Gone.' } }, finding: /expected the message/ },
  ])('is missed when the server has $broken', async ({ change, finding }) => {
    const { findings } = await runObserved(row ? [row] : [], { 'wire-01': ({ get }) => get('/v2/domains/a.example') }, (answer) => ({
      ...answer,
      ...change,
    }))
    expect(findings).toEqual([expect.stringMatching(finding)])
  })

  it.each([
    { wrong: 'a row has neither case nor exception', cases: {}, finding: /has no case/ },
    {
      wrong: 'a case has no row',
      cases: { 'wire-01': allCases['wire-01'], nowhere: allCases['wire-01'] },
      finding: /nowhere: has a case, but no row/,
    },
  ])('is not shown when $wrong', async ({ cases, finding }) => {
    const { findings } = await runObserved(row ? [row] : [], cases as typeof allCases)
    expect(findings).toEqual([expect.stringMatching(finding)])
  })

  it('is not shown by a case that never looks at what the row says', async () => {
    const told = rows.filter(({ id }) => id === 'wire-01').map((each) => ({ ...each, fact: 'has a color' }))
    const { findings } = await runObserved(told, { 'wire-01': ({ get }) => get('/v2/domains/a.example') })
    expect(findings).toEqual([expect.stringMatching(/never looks at what the row says/)])
  })

  it.each([
    { pattern: 'invalid address: {address}', message: 'invalid address: 999.1.1.1/0', want: true },
    { pattern: 'invalid address: {address}', message: 'an invalid address: 999.1.1.1/0', want: false },
    { pattern: '…not found', message: 'nat gateway with id 7 not found', want: true },
    { pattern: 'not found', message: 'nat gateway with id 7 not found', want: false },
    { pattern: 'not found…', message: 'not found here', want: true },
  ])('a message of the form $pattern is told from others', ({ pattern, message, want }) => {
    expect(isMessage(pattern, message)).toBe(want)
  })
})
