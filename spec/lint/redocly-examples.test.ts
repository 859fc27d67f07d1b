/** Tests that Redocly's own example rules, configured as in redocly.yaml, catch invalid examples, so that we need no rules for them. */
import { describe, expect, it } from 'vitest'
import { edit, goodDocument } from './testing/good-document.ts'
import { lintCases } from './testing/lint.ts'

const rules = {
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
  'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: false },
  'no-invalid-parameter-examples': 'error',
}

const example = '#/components/examples/Thing/value/thing'
const named = 'thing: { id: 1, name: lamp, status: on }'

const cases: readonly { name: string; changes: Record<string, string>; expected: [at: string, message: string][] }[] = [
  { name: 'nothing in the good document', changes: {}, expected: [] },
  {
    name: 'a wrong type behind a reference',
    changes: { [named]: "thing: { id: '1', name: lamp, status: on }" },
    expected: [[`${example}/id`, 'type must be integer']],
  },
  {
    name: 'an additional property behind a reference',
    changes: { [named]: 'thing: { id: 1, name: lamp, status: on, color: red }' },
    expected: [[`${example}/color`, 'must NOT have unevaluated properties `color`']],
  },
  {
    name: 'a missing property behind a reference',
    changes: { [named]: 'thing: { id: 1, status: on }' },
    expected: [[example, "must have required property 'name'"]],
  },
  {
    name: 'a value outside an enum',
    changes: { [named]: 'thing: { id: 1, name: lamp, status: dim }' },
    expected: [[`${example}/status`, 'must be equal to one of the allowed values']],
  },
  {
    name: 'a wrong format',
    changes: {
      'name: { type: string, description: Free text., examples: [lamp] }':
        'name: { type: string, format: uuid, description: Free text., examples: [lamp] }',
    },
    expected: [
      ['#/components/examples/ThingList/value/things/0/name', 'must match format "uuid"'],
      ['#/components/examples/Thing/value/thing/name', 'must match format "uuid"'],
      ['#/components/schemas/Thing/properties/name/examples/0', 'must match format "uuid"'],
    ],
  },
  {
    name: 'an additional property in a request',
    changes: { 'value: { name: lamp }': 'value: { name: lamp, color: red }' },
    expected: [['#/paths/~1v2~1things/post/requestBody/content/application~1json/examples/plain/value/color', 'unevaluated properties']],
  },
  {
    name: 'a parameter',
    changes: { 'schema: { type: string }\n          example: nyc3': 'schema: { type: string, maxLength: 2 }\n          example: nyc3' },
    expected: [['#/paths/~1v2~1things/get/parameters/0/example', 'must NOT have more than 2 characters']],
  },
]

describe("Redocly's example rules catch", () => {
  const all = lintCases(
    { rules },
    cases.map(({ name, changes }) => ({ name, input: edit(goodDocument, changes) })),
  )
  it.each(cases.map((one, index) => ({ ...one, found: all[index] ?? [] })))('$name', ({ expected, found }) => {
    const byPlace = (a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : 1)
    const findings = expected.map(([at, message]) => ({
      at: `control/things.yaml${at}`,
      message: expect.stringContaining(message) as string,
    }))
    expect(found.map(({ at, message }) => ({ at, message })).toSorted(byPlace)).toEqual(findings.toSorted(byPlace))
  })
})
