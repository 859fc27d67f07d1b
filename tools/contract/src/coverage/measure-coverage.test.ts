import { expect, test } from 'vitest'
import { listEntries, loadSpecification, type Specification } from '../load-specification.ts'
import { listReasons, measureCoverage } from './measure-coverage.ts'

const { model } = loadSpecification()

/** Only the family of volumes, with a changed first operation. */
function volumesWith(over: object): Specification {
  const [api] = model.apis
  const family = api?.families.find(({ name }) => name === 'volumes')
  if (!api || !family) throw new Error('The specification has no volumes.')
  const [first, ...others] = family.operations
  // Overrides keep the shape of the operation.
  const operations = [{ ...first, ...over }, ...others] as typeof family.operations
  const changed = { apis: [{ ...api, families: [{ ...family, operations }] }] }
  return { model: changed, entries: listEntries(changed) }
}

test.each([
  { input: {}, expected: { effects: 5, examples: 5, descriptions: 5 } },
  { input: { effect: undefined }, expected: { effects: 4, examples: 5, descriptions: 5 } },
  { input: { description: '' }, expected: { effects: 5, examples: 5, descriptions: 4 } },
  {
    input: { parameters: [{ name: 'page', in: 'query', required: false, deprecated: false, description: '', schema: {}, explode: true }] },
    expected: { effects: 5, examples: 4, descriptions: 4 },
  },
])('$input', ({ input, expected }) => {
  expect(measureCoverage(volumesWith(input))).toMatchObject([
    { api: 'control', family: 'volumes', operations: 5, computes: 0, ...expected },
  ])
})

/** Counts the properties without a description when the first operation returns `schema`. */
function countUndescribed(schema: object): number {
  const reply = { status: '200', description: 'All.', headers: [], content: [{ mediaType: 'application/json', schema, examples: [] }] }
  const [row] = measureCoverage(volumesWith({ replies: [reply] }))
  if (!row) throw new Error('Nothing was measured.')
  return row.properties - row.describedProperties
}

const description = { type: 'string', description: 'Why.' }

test.each([
  { input: { properties: { a: description, b: { $ref: '#/components/schemas/Volume' } } }, expected: 0 },
  { input: { properties: { a: {} } }, expected: 1 },
  { input: { properties: { a: { $ref: '#/components/schemas/Nothing' } } }, expected: 1 },
  { input: { properties: { a: { type: 'array', items: { properties: { b: {}, c: description } } } } }, expected: 2 },
])('$input has $expected properties without a description', ({ input, expected }) => {
  // Schemas of other families, to which volumes refer, are missing.
  expect(countUndescribed(input) - countUndescribed({})).toBe(expected)
})

test.each([
  { input: { effect: undefined }, expected: ['volumes_list has no known effect'] },
  { input: { effect: { kind: 'computes', reason: 'The clock.' } }, expected: ['volumes_list: The clock.'] },
  { input: {}, expected: [] },
])('lists the reasons of $input', ({ input, expected }) => {
  expect(listReasons(volumesWith(input))).toEqual(expected)
})
