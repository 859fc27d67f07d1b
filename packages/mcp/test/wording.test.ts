/** Wording of argument errors: accepted values, actual value, suggestion. */
import { describe, expect, it } from 'vitest'
import { describeAccepted, describeValue } from '../src/arguments/describe-accepted.ts'
import { suggest } from '../src/arguments/describe-fault.ts'
import { findNearest } from '../src/arguments/nearest-name.ts'

describe('describeAccepted', () => {
  it.each([
    { input: {}, expected: 'a string' },
    { input: { enum: ['nyc3', 'ams3'] }, expected: 'one of "nyc3", "ams3"' },
    { input: { type: ['integer', 'null'] }, expected: 'an integer, without quotes or null' },
    { input: { type: 'integer', minimum: 1, maximum: 200 }, expected: 'an integer from 1 to 200, without quotes' },
    { input: { type: 'integer', minimum: 0 }, expected: 'an integer from 0 up, without quotes' },
    { input: { type: 'number', maximum: 1.5 }, expected: 'a number up to 1.5, without quotes' },
    { input: { type: 'number' }, expected: 'a number, without quotes' },
    { input: { type: 'boolean' }, expected: 'true or false, without quotes' },
    { input: { type: 'array' }, expected: 'an array' },
    { input: { type: 'array', maxItems: 10 }, expected: 'an array of at most 10' },
    { input: { type: 'object' }, expected: 'an object' },
    { input: { type: 'string', format: 'uuid' }, expected: 'a UUID in quotes' },
    { input: { type: 'string', format: 'date-time' }, expected: 'a string' },
    { input: { type: 'string', pattern: '^[0-9]+$' }, expected: 'digits in quotes, such as "2"' },
    { input: { type: 'string', pattern: '^[0-9]+$', examples: ['25'] }, expected: 'digits in quotes, such as "25"' },
    {
      input: { type: 'string', pattern: '^[a-z]+$', minLength: 1, maxLength: 9 },
      expected: 'a string of 1 to 9 characters that matches ^[a-z]+$',
    },
    { input: { type: 'string', maxLength: 9 }, expected: 'a string of at most 9 characters' },
    { input: { type: 'string', minLength: 1 }, expected: 'a string of at least 1 character' },
    { input: { type: 'string', minLength: 2 }, expected: 'a string of at least 2 characters' },
    { input: { type: 'string', examples: ['x'.repeat(79)] }, expected: `a string, such as "${'x'.repeat(79)}"` },
    { input: { type: 'string', examples: ['x'.repeat(80)] }, expected: 'a string' },
    { input: { type: 'string', examples: [7] }, expected: 'a string' },
  ])('describes $input as $expected', ({ input, expected }) => {
    expect(describeAccepted(input)).toBe(expected)
  })
})

it.each([
  { input: null, expected: 'null' },
  { input: [], expected: 'an array' },
  { input: {}, expected: 'an object' },
  { input: '', expected: 'an empty string' },
  { input: 'secret', expected: 'a string' },
  { input: 7, expected: 'a number' },
  { input: true, expected: 'true or false' },
  { input: undefined, expected: 'undefined' },
])('describes the value $input as $expected', ({ input, expected }) => {
  expect(describeValue(input)).toBe(expected)
})

describe('findNearest', () => {
  const names = ['page', 'per_page', 'id', 'private_network_uuid']
  it.each([
    { input: 'pag', expected: 'page' },
    { input: 'PAGE', expected: 'page' },
    { input: 'apge', expected: 'page' },
    { input: 'pagexx', expected: 'page' },
    // Too different, but one name contains the other.
    { input: 'network', expected: 'private_network_uuid' },
    { input: 'the_number_of_the_page', expected: 'page' },
    { input: 'THE_NUMBER_OF_THE_PAGE', expected: 'page' },
    { input: 'something_else', expected: undefined },
    { input: 'iq', expected: 'id' },
    { input: 'zzzz', expected: undefined },
  ])('finds $expected for $input', ({ input, expected }) => {
    expect(findNearest(input, names)).toBe(expected)
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
    { input: 'page', names: [], expected: ' There are none.' },
    { input: 'pge', names: ['page', 'id'], expected: ' Did you mean page? Known: page, id.' },
    { input: 'zzzz', names: ['page', 'id'], expected: ' Known: page, id.' },
    { input: 'zz', names: many(60), expected: ` Known: ${many(60).join(', ')}.` },
    { input: 'zz', names: many(61), expected: ` Known: ${many(60).join(', ')} and 1 more.` },
    { input: 'pge', names: ['page', ...many(11)], expected: ` Did you mean page? Known: ${['page', ...many(11)].join(', ')}.` },
    { input: 'pge', names: ['page', ...many(12)], expected: ' Did you mean page?' },
  ])('suggests a name for $input among $names.length', ({ input, names, expected }) => {
    expect(suggest(input, names)).toBe(expected)
  })
})
