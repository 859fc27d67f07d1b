import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { expectObserved } from './observed.ts'
import { createMessagePattern, loadObservedRows } from '@spindrift/testing/observed-rows'

const rows = loadObservedRows()

it('has a test for each row of spec/observed.tsv without an exception', () => {
  const files = globSync('{src,test}/**/*observed.test.ts', { cwd: `${import.meta.dirname}/..` })
  const text = files.map((file) => readFileSync(`${import.meta.dirname}/../${file}`, 'utf8')).join('')
  expect(rows.filter(({ id, exception }) => exception === '' && !text.includes(`'${id}':`)).map(({ id }) => id)).toEqual([])
})

it.each([
  { field: 'status', change: { status: 410 } },
  { field: 'error', change: { body: { id: 'gone', message: 'The resource you were accessing could not be found.' } } },
  { field: 'message', change: { body: { id: 'not_found', message: 'Gone.' } } },
])('rejects a reply with another $field', ({ change }) => {
  const row = rows.find(({ id }) => id === 'wire-01')
  const response = { status: 404, headers: new Headers(), body: { id: 'not_found', message: row?.message } }
  if (!row) throw new Error('spec/observed.tsv has no row wire-01.')
  expectObserved(row, response)
  expect(() => expectObserved(row, { ...response, ...change })).toThrow(/to ?(?:be|match)/i)
})

it.each([
  { pattern: 'invalid address: {address}', message: 'invalid address: 999.1.1.1/0', expected: true },
  { pattern: 'invalid address: {address}', message: 'an invalid address: 999.1.1.1/0', expected: false },
  { pattern: '…not found', message: 'nat gateway with id 7 not found', expected: true },
  { pattern: 'not found', message: 'nat gateway with id 7 not found', expected: false },
  { pattern: 'not found…', message: 'not found here', expected: true },
])('compares "$message" with the pattern "$pattern"', ({ pattern, message, expected }) => {
  expect(createMessagePattern(pattern).test(message)).toBe(expected)
})
