/** Wording of argument errors: accepted values, actual value, suggestion. */
import { describe, expect, it } from 'vitest'
import { describeAccepted, describeValue } from '../src/arguments/describe-accepted.ts'
import { suggest } from '../src/arguments/describe-fault.ts'
import { findNearest } from '../src/arguments/nearest-name.ts'

describe('describeAccepted', () => {
  it.each([
    { given: {}, want: 'a string' },
    { given: { enum: ['nyc3', 'ams3'] }, want: 'one of "nyc3", "ams3"' },
    { given: { type: ['integer', 'null'] }, want: 'an integer, without quotes or null' },
    { given: { type: 'integer', minimum: 1, maximum: 200 }, want: 'an integer from 1 to 200, without quotes' },
    { given: { type: 'integer', minimum: 0 }, want: 'an integer from 0 up, without quotes' },
    { given: { type: 'number', maximum: 1.5 }, want: 'a number up to 1.5, without quotes' },
    { given: { type: 'number' }, want: 'a number, without quotes' },
    { given: { type: 'boolean' }, want: 'true or false, without quotes' },
    { given: { type: 'array' }, want: 'an array' },
    { given: { type: 'array', maxItems: 10 }, want: 'an array of at most 10' },
    { given: { type: 'object' }, want: 'an object' },
    { given: { type: 'string', format: 'uuid' }, want: 'a UUID in quotes' },
    { given: { type: 'string', format: 'date-time' }, want: 'a string' },
    { given: { type: 'string', pattern: '^[0-9]+$' }, want: 'digits in quotes, such as "2"' },
    { given: { type: 'string', pattern: '^[0-9]+$', examples: ['25'] }, want: 'digits in quotes, such as "25"' },
    {
      given: { type: 'string', pattern: '^[a-z]+$', minLength: 1, maxLength: 9 },
      want: 'a string of 1 to 9 characters that matches ^[a-z]+$',
    },
    { given: { type: 'string', maxLength: 9 }, want: 'a string of at most 9 characters' },
    { given: { type: 'string', minLength: 1 }, want: 'a string of at least 1 character' },
    { given: { type: 'string', minLength: 2 }, want: 'a string of at least 2 characters' },
    { given: { type: 'string', examples: ['x'.repeat(79)] }, want: `a string, such as "${'x'.repeat(79)}"` },
    { given: { type: 'string', examples: ['x'.repeat(80)] }, want: 'a string' },
    { given: { type: 'string', examples: [7] }, want: 'a string' },
  ])('describes $given as $want', ({ given, want }) => {
    expect(describeAccepted(given)).toBe(want)
  })
})

it.each([
  { given: null, want: 'null' },
  { given: [], want: 'an array' },
  { given: {}, want: 'an object' },
  { given: '', want: 'an empty string' },
  { given: 'secret', want: 'a string' },
  { given: 7, want: 'a number' },
  { given: true, want: 'true or false' },
  { given: undefined, want: 'undefined' },
])('describes the value $given as $want', ({ given, want }) => {
  expect(describeValue(given)).toBe(want)
})

describe('findNearest', () => {
  const names = ['page', 'per_page', 'id', 'private_network_uuid']
  it.each([
    { given: 'pag', want: 'page' },
    { given: 'PAGE', want: 'page' },
    { given: 'apge', want: 'page' },
    { given: 'pagexx', want: 'page' },
    // Too different, but one name contains the other.
    { given: 'network', want: 'private_network_uuid' },
    { given: 'the_number_of_the_page', want: 'page' },
    { given: 'THE_NUMBER_OF_THE_PAGE', want: 'page' },
    { given: 'something_else', want: undefined },
    { given: 'iq', want: 'id' },
    { given: 'zzzz', want: undefined },
  ])('finds $want for $given', ({ given, want }) => {
    expect(findNearest(given, names)).toBe(want)
  })

  it('returns the first of the nearest names', () => {
    expect(findNearest('size', ['sizes', 'sized'])).toBe('sizes')
    expect(findNearest('tag', ['tags_all', 'tags', 'tag'])).toBe('tag')
    // At most a third of the letters may differ.
    expect(findNearest('abcdefghixxx', ['abcdefghi'])).toBe('abcdefghi')
    expect(findNearest('abcdefghi', ['abcdefyyyyyy'])).toBeUndefined()
    // Two letters match too many names.
    expect(findNearest('ab', ['xxxxxabxxxxx'])).toBeUndefined()
    expect(findNearest('abc', ['xxxxxabcxxxxx'])).toBe('xxxxxabcxxxxx')
  })
})

describe('suggest', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `setting_${n}_${'abcdefghij'.charAt(n % 10).repeat(9)}`)
  it.each([
    { given: 'page', names: [], want: ' There are none.' },
    { given: 'pge', names: ['page', 'id'], want: ' Did you mean page? Known: page, id.' },
    { given: 'zzzz', names: ['page', 'id'], want: ' Known: page, id.' },
    { given: 'zz', names: many(60), want: ` Known: ${many(60).join(', ')}.` },
    { given: 'zz', names: many(61), want: ` Known: ${many(60).join(', ')} and 1 more.` },
    { given: 'pge', names: ['page', ...many(11)], want: ` Did you mean page? Known: ${['page', ...many(11)].join(', ')}.` },
    { given: 'pge', names: ['page', ...many(12)], want: ' Did you mean page?' },
  ])('suggests a name for $given among $names.length', ({ given, names, want }) => {
    expect(suggest(given, names)).toBe(want)
  })
})
