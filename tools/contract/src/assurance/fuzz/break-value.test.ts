import { expect, it } from 'vitest'
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'
import { listBreakages } from './break-value.ts'

const source: SchemaObject = { type: 'object', required: ['repo'], properties: { repo: { type: 'string' }, branch: { type: 'string' } } }

it.each([
  { what: 'an optional object with other properties', value: { repo: 'a', branch: 'b' }, required: [], expected: true },
  { what: 'a required object', value: { repo: 'a' }, required: ['github'], expected: true },
  { what: 'an optional object that would be empty, which counts as omitted', value: { repo: 'a' }, required: [], expected: false },
])('removal of a required property from $what: $expected', ({ value, required, expected }) => {
  const breakages = listBreakages({ type: 'object', required, properties: { github: source } }, { github: value }, (schema) => schema)
  expect(breakages.some(({ reason, steps }) => reason === 'required' && steps.join('.') === 'github.repo')).toBe(expected)
})
