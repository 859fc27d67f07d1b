import { describe, expect, it } from 'vitest'
import { createPlainDocument } from './plain-document.ts'

const cases: readonly { readonly what: string; readonly input: object; readonly expected: unknown }[] = [
  {
    what: 'one of an operation',
    input: { get: { 'x-provenance': { from: 'ours', note: 'a' }, summary: 'a' } },
    expected: { get: { summary: 'a' } },
  },
  { what: 'one of the document', input: { openapi: '3.1.1', 'x-a': 1 }, expected: { openapi: '3.1.1' } },
  {
    what: 'one of a property, but not the property',
    input: { properties: { 'x-a': { type: 'string', 'x-echo': 'chosen' }, example: { type: 'string', 'x-echo': 'chosen' } } },
    expected: { properties: { 'x-a': { type: 'string' }, example: { type: 'string' } } },
  },
  {
    what: 'none of the headers',
    input: { headers: { 'x-request-id': { 'x-provenance': { from: 'ours', note: 'a' }, schema: { type: 'string' } } } },
    expected: { headers: { 'x-request-id': { schema: { type: 'string' } } } },
  },
  {
    what: 'none of the examples',
    input: { example: { 'x-a': 1 }, default: { 'x-a': 1 }, const: { 'x-a': 1 }, enum: [{ 'x-a': 1 }], examples: [{ 'x-a': 1 }] },
    expected: { example: { 'x-a': 1 }, default: { 'x-a': 1 }, const: { 'x-a': 1 }, enum: [{ 'x-a': 1 }], examples: [{ 'x-a': 1 }] },
  },
  {
    what: 'none of what a named example holds',
    input: { examples: { 'x-a': { 'x-provenance': { from: 'ours', note: 'b' }, value: { 'x-a': 1 } } } },
    expected: { examples: { 'x-a': { value: { 'x-a': 1 } } } },
  },
  {
    what: 'one of a parameter in a list, but not of a component named so',
    input: {
      parameters: [{ name: 'a', 'x-provenance': { from: 'ours', note: 'b' } }],
      components: { parameters: { 'x-a': { name: 'x-a', 'x-provenance': { from: 'ours', note: 'b' } } } },
    },
    expected: { parameters: [{ name: 'a' }], components: { parameters: { 'x-a': { name: 'x-a' } } } },
  },
  {
    what: 'one of a property of an object in a list',
    input: { items: { allOf: [{ properties: { items: { items: { 'x-extensible-enum': true, enum: ['a'] } } } }] } },
    expected: { items: { allOf: [{ properties: { items: { items: { anyOf: [{ enum: ['a'] }, {}] } } } }] } },
  },
  {
    what: 'the limits of an open enumeration',
    input: { type: ['string', 'null'], enum: ['a', null], 'x-extensible-enum': true, description: 'b' },
    expected: { description: 'b', anyOf: [{ type: ['string', 'null'], enum: ['a', null] }, { type: ['string', 'null'] }] },
  },
  {
    what: 'the description of a server variable',
    input: { servers: [{ url: '{a}', variables: { a: { default: 'b', description: 'c' } } }] },
    expected: { servers: [{ url: '{a}', variables: { a: { default: 'b' } } }] },
  },
  {
    what: 'overridden parameters of a path',
    input: {
      paths: {
        '/a/{b}/{c}': {
          parameters: [{ $ref: '#/components/parameters/B' }, { name: 'c', in: 'path' }],
          get: { parameters: [{ name: 'd', in: 'query' }] },
          delete: { parameters: [{ name: 'b', in: 'path', example: 'e' }] },
        },
      },
      components: { parameters: { B: { name: 'b', in: 'path' } } },
    },
    expected: {
      paths: {
        '/a/{b}/{c}': {
          get: { parameters: [{ $ref: '#/components/parameters/B' }, { name: 'c', in: 'path' }, { name: 'd', in: 'query' }] },
          delete: {
            parameters: [
              { name: 'c', in: 'path' },
              { name: 'b', in: 'path', example: 'e' },
            ],
          },
        },
      },
      components: { parameters: { B: { name: 'b', in: 'path' } } },
    },
  },
]

describe('createPlainDocument', () => {
  it.each(cases)('removes $what', ({ input, expected }) => {
    expect(createPlainDocument(input)).toEqual(expected)
  })
})
