import { describe, expect, it } from 'vitest'
import { removeExtensions } from './remove-extensions.ts'

const cases: readonly { readonly what: string; readonly given: unknown; readonly want: unknown }[] = [
  { what: 'one of an operation', given: { get: { 'x-scopes': ['a:read'], summary: 'a' } }, want: { get: { summary: 'a' } } },
  { what: 'one of the document', given: { openapi: '3.1.1', 'x-a': 1 }, want: { openapi: '3.1.1' } },
  {
    what: 'one of a property, but not the property',
    given: { properties: { 'x-a': { type: 'string', 'x-echo': 'chosen' }, example: { type: 'string', 'x-echo': 'chosen' } } },
    want: { properties: { 'x-a': { type: 'string' }, example: { type: 'string' } } },
  },
  {
    what: 'none of the headers',
    given: { headers: { 'x-request-id': { 'x-decision': 'a', schema: { type: 'string' } } } },
    want: { headers: { 'x-request-id': { schema: { type: 'string' } } } },
  },
  {
    what: 'none of the examples',
    given: { example: { 'x-a': 1 }, default: { 'x-a': 1 }, const: { 'x-a': 1 }, enum: [{ 'x-a': 1 }], examples: [{ 'x-a': 1 }] },
    want: { example: { 'x-a': 1 }, default: { 'x-a': 1 }, const: { 'x-a': 1 }, enum: [{ 'x-a': 1 }], examples: [{ 'x-a': 1 }] },
  },
  {
    what: 'none of what a named example holds',
    given: { examples: { 'x-a': { 'x-decision': 'b', value: { 'x-a': 1 } } } },
    want: { examples: { 'x-a': { value: { 'x-a': 1 } } } },
  },
  {
    what: 'one of a parameter in a list, but not of a component named so',
    given: { parameters: [{ name: 'a', 'x-decision': 'b' }], components: { parameters: { 'x-a': { name: 'x-a', 'x-decision': 'b' } } } },
    want: { parameters: [{ name: 'a' }], components: { parameters: { 'x-a': { name: 'x-a' } } } },
  },
  {
    what: 'one of a property of an object in a list',
    given: { items: { allOf: [{ properties: { items: { items: { 'x-open-values': true, enum: ['a'] } } } }] } },
    want: { items: { allOf: [{ properties: { items: { items: { enum: ['a'] } } } }] } },
  },
]

describe('removeExtensions', () => {
  it.each(cases)('removes $what', ({ given, want }) => {
    expect(removeExtensions(given)).toEqual(want)
  })
})
