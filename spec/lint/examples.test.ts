import { describe, expect, it } from 'vitest'
import { edit, goodDocument } from './testing/good-document.ts'
import { lintCases } from './testing/lint.ts'

const sibling = `openapi: 3.1.1
info: { title: Lamps, version: 2.0.0 }
paths: {}
components:
  examples:
    Lamp: { value: { lamps: [{ $ref: '#/components/examples/Shade/value' }] } }
    Shade: { value: { id: 1, name: lamp, status: on } }
    Wrong: { value: { id: one, name: lamp, status: on } }
`
const circle = `    Circle: { value: { $ref: '#/components/examples/Circle/value' } }
`
const rules = { 'no-invalid-media-type-examples': 'error', 'spindrift/refs-allowed': 'error' }
const unresolved = 'Expected a reference inside a value to point into the value of an example; found'

describe('references in the values of examples', () => {
  const cases = [
    {
      name: 'resolves a reference and the references in its target',
      ref: '{ $ref: lamps.yaml#/components/examples/Lamp/value/lamps/0 }',
      expected: [],
    },
    {
      name: 'overrides the target with the keys next to the reference',
      ref: '{ $ref: lamps.yaml#/components/examples/Wrong/value, id: 1 }',
      expected: [],
    },
    {
      name: 'validates the target of a reference',
      ref: '{ $ref: lamps.yaml#/components/examples/Wrong/value }',
      expected: ['type must be integer'],
    },
    {
      name: 'reports a reference without a target',
      ref: '{ $ref: lamps.yaml#/components/examples/Lamp/value/lamps/1 }',
      expected: [unresolved],
    },
    { name: 'reports a circular reference', ref: '{ $ref: lamps.yaml#/components/examples/Circle/value }', expected: [unresolved] },
    {
      name: 'reports a reference to another API',
      ref: '{ $ref: ../oauth/lamps.yaml#/components/examples/Shade/value }',
      expected: [unresolved],
    },
  ] as const
  const found = lintCases(
    { rules },
    cases.map(({ name, ref }) => ({
      name,
      input: {
        'control/things.yaml': edit(goodDocument, { 'thing: { id: 1, name: lamp, status: on }': `thing: ${ref}` }),
        'control/lamps.yaml': ref.includes('Circle') ? sibling + circle : sibling,
        'oauth/lamps.yaml': sibling,
      },
    })),
  )
  it.each(cases.map((one, index) => ({ ...one, first: (found[index] ?? []).slice(0, 1).map(({ message }) => message) })))(
    '$name',
    ({ expected, first }) => expect(first).toEqual(expected.map((part) => expect.stringContaining(part) as string)),
  )
})
