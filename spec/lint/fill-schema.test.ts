import { expect, it } from 'vitest'
import type { Folder } from './specification-types.ts'
import { fillDocument } from './fill-in.ts'

const filled = (name: string, schema: object, api: Folder = 'control') => {
  const content = structuredClone({ components: { schemas: { [name]: schema } } })
  fillDocument(content as never, api)
  return content.components.schemas[name]
}
const collection = (name: string) => ({ $ref: `../shared/collections.yaml#/components/schemas/${name}` })

it('adds the type of nested schemas from their keywords', () => {
  const input = { properties: { parts: { items: { oneOf: [{ properties: {} }, { items: {} }] } } }, additionalProperties: { items: {} } }
  expect(filled('Thing', input)).toEqual({
    type: 'object',
    properties: {
      parts: {
        type: 'array',
        items: {
          oneOf: [
            { type: 'object', properties: {} },
            { type: 'array', items: {} },
          ],
        },
      },
    },
    additionalProperties: { type: 'array', items: {} },
  })
})

it('keeps an existing type', () => {
  const input = { type: ['object', 'null'], properties: {} }
  expect(filled('Thing', input)).toEqual(input)
})

it('adds the type of parameter and body schemas', () => {
  const paths = {
    '/v2/things': {
      post: {
        parameters: [{ in: 'query', schema: { items: {} } }],
        requestBody: { content: { 'application/json': { schema: { properties: {} } } } },
      },
    },
  }
  fillDocument({ paths } as never, 'control')
  expect(paths['/v2/things'].post).toMatchObject({
    parameters: [{ schema: { type: 'array' } }],
    requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
  })
})

it.each([
  { name: 'ThingResponse', api: 'control' as const, required: ['things'], properties: { things: {} } },
  {
    name: 'ThingList',
    api: 'control' as const,
    required: ['things', 'meta'],
    properties: { things: {}, links: collection('Links'), meta: collection('Meta') },
  },
  { name: 'ThingList', api: 'inference' as const, required: ['things'], properties: { things: {} } },
  { name: 'Thing', api: 'control' as const, required: undefined, properties: { things: {} } },
])('adds the shared properties of a reply to $name of $api', ({ name, api, required, properties }) => {
  expect(filled(name, { properties: { things: {} } }, api)).toEqual({ type: 'object', properties, ...(required ? { required } : {}) })
})

it.each([
  { properties: { id: { type: 'integer' } }, expected: { field: 'id', kind: 'integer' } },
  { properties: { uuid: { type: 'string', format: 'uuid' } }, expected: { field: 'uuid', kind: 'uuid' } },
  { properties: { id: { type: 'string' }, name: { type: 'string' } }, expected: undefined },
])('adds the id $expected to a stored object', ({ properties, expected }) => {
  const stored = filled('Thing', { properties, 'x-resource': { one: 'thing' }, 'x-lifecycle': { initial: 'new' } })
  expect(stored).toMatchObject({ 'x-resource': { one: 'thing', ...(expected && { id: expected }) }, 'x-lifecycle': { field: 'status' } })
  expect(Object.hasOwn(Object(stored)['x-resource'] as object, 'id')).toBe(expected !== undefined)
})

it('keeps a reply with its own `required`', () => {
  const input = { type: 'object', required: [], properties: { things: {} } }
  expect(filled('ThingList', input)).toEqual(input)
})
