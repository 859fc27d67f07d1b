import { expect, it } from 'vitest'
import { listErrorIds, listErrors } from './list-errors.ts'

const replyOf = (...values: readonly unknown[]) => ({
  status: '400',
  description: '',
  headers: [],
  content: [{ mediaType: 'application/json', schema: {}, examples: values.map((value) => ({ name: 'a', value })) }],
})

it.each([
  { given: { id: 'bad_request', message: 'No JSON.' }, want: [{ id: 'bad_request', message: 'No JSON.' }] },
  { given: { error: 'invalid_grant', error_description: 'Spent.' }, want: [{ id: 'invalid_grant', message: 'Spent.' }] },
  { given: { error: { type: 'not_found_error', message: 'No model.' } }, want: [{ id: 'not_found_error', message: 'No model.' }] },
  { given: { id: '', error: '' }, want: [] },
  { given: null, want: [] },
  { given: 'text', want: [] },
])('parses $given', ({ given, want }) => {
  expect(listErrors(replyOf(given))).toEqual(want)
})

it('lists each id once', () => {
  expect(listErrorIds(replyOf({ id: 'a' }, { id: 'b' }, { id: 'a' }))).toEqual(['a', 'b'])
})
