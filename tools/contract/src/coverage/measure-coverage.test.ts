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
  { given: {}, want: { effects: 5, examples: 5, descriptions: 5 } },
  { given: { effect: undefined }, want: { effects: 4, examples: 5, descriptions: 5 } },
  { given: { description: '' }, want: { effects: 5, examples: 5, descriptions: 4 } },
  {
    given: { parameters: [{ name: 'page', in: 'query', required: false, deprecated: false, description: '', schema: {}, explode: true }] },
    want: { effects: 5, examples: 4, descriptions: 4 },
  },
])('$given', ({ given, want }) => {
  expect(measureCoverage(volumesWith(given))).toMatchObject([{ api: 'control', family: 'volumes', operations: 5, computes: 0, ...want }])
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
  { given: { properties: { a: description, b: { $ref: '#/components/schemas/Volume' } } }, want: 0 },
  { given: { properties: { a: {} } }, want: 1 },
  { given: { properties: { a: { $ref: '#/components/schemas/Nothing' } } }, want: 1 },
  { given: { properties: { a: { type: 'array', items: { properties: { b: {}, c: description } } } } }, want: 2 },
])('$given has $want properties without a description', ({ given, want }) => {
  // Schemas of other families, to which volumes refer, are missing.
  expect(countUndescribed(given) - countUndescribed({})).toBe(want)
})

test.each([
  { given: { effect: undefined }, want: ['volumes_list has no known effect'] },
  { given: { effect: { kind: 'computes', reason: 'The clock.' } }, want: ['volumes_list: The clock.'] },
  { given: {}, want: [] },
])('lists the reasons of $given', ({ given, want }) => {
  expect(listReasons(volumesWith(given))).toEqual(want)
})
