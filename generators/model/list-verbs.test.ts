import { describe, expect, it } from 'vitest'
import type { BundledDocument, NamedExample, RequestBody } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'
import { listVerbs } from './list-verbs.ts'

const source = { file: 'control/boats.yaml', pointer: '/paths/~1v2~1boats/post/requestBody' }
const refTo = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` })
const document: BundledDocument = {
  openapi: '3.1.1',
  info: { title: 'Boats', version: '1' },
  paths: {},
  components: {
    schemas: {
      Action: { oneOf: [refTo('Simple'), refTo('Move'), refTo('Paint')], discriminator: { propertyName: 'type' } },
      Simple: {
        description: 'What needs nothing else.',
        required: ['type'],
        properties: {
          type: { enum: ['haul', 'launch'], description: '`haul` puts it ashore. So does nothing else. `launch` undoes `haul`.' },
        },
      },
      Move: { description: 'Moves it.', required: ['type', 'to'], properties: { type: { const: 'move' }, to: { type: 'string' } } },
      Paint: { description: 'Paints it.', required: ['type'], properties: { type: { const: 'paint' }, color: { type: 'string' } } },
      Kind: { oneOf: [refTo('Move')], discriminator: { propertyName: 'kind' } },
    },
  },
}
const body = (schema: SchemaObject, examples: NamedExample[] = [], mediaType = 'application/json'): RequestBody => ({
  required: true,
  content: [{ mediaType, schema, examples }],
})

describe('listVerbs', () => {
  it('lists the form, parameters, description and example of each type', () => {
    const example = { name: 'to_a1', value: { type: 'move', to: 'a1' } }
    expect(listVerbs(document, body(refTo('Action'), [{ name: 'none', value: null }, example]), source)).toEqual([
      { type: 'haul', body: refTo('Simple'), input: 'none', description: '`haul` puts it ashore. `launch` undoes `haul`.' },
      { type: 'launch', body: refTo('Simple'), input: 'none', description: '`launch` undoes `haul`.' },
      { type: 'move', body: refTo('Move'), input: 'required', description: 'Moves it.', example },
      { type: 'paint', body: refTo('Paint'), input: 'optional', description: 'Paints it.' },
    ])
  })

  it.each([
    { name: 'one form', input: body(refTo('Move')) },
    { name: 'forms that something else tells apart', input: body(refTo('Kind')) },
    { name: 'a body that is no JSON', input: body(refTo('Action'), [], 'text/plain') },
    { name: 'no body', input: undefined },
  ])('returns no verbs for $name', ({ input }) => {
    expect(listVerbs(document, input, source)).toEqual([])
  })
})
