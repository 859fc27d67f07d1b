import { expect, it } from 'vitest'
import { listErrorIds, listErrors } from './list-errors.ts'

const replyOf = (...values: readonly unknown[]) => ({
  status: '400',
  description: '',
  headers: [],
  content: [{ mediaType: 'application/json', schema: {}, examples: values.map((value) => ({ name: 'a', value })) }],
})

it.each([
  { input: { id: 'bad_request', message: 'No JSON.' }, expected: [{ id: 'bad_request', message: 'No JSON.' }] },
  { input: { error: 'invalid_grant', error_description: 'Spent.' }, expected: [{ id: 'invalid_grant', message: 'Spent.' }] },
  { input: { error: { type: 'not_found_error', message: 'No model.' } }, expected: [{ id: 'not_found_error', message: 'No model.' }] },
  { input: { id: '', error: '' }, expected: [] },
  { input: null, expected: [] },
  { input: 'text', expected: [] },
])('parses $input', ({ input, expected }) => {
  expect(listErrors(replyOf(input))).toEqual(expected)
})

it('lists each id once', () => {
  expect(listErrorIds(replyOf({ id: 'a' }, { id: 'b' }, { id: 'a' }))).toEqual(['a', 'b'])
})
