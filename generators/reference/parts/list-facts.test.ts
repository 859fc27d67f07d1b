import { expect, it } from 'vitest'
import type { SchemaObject } from '../../model/json-schema.ts'
import { createSchemas } from '../../model/schemas.ts'
import { createApi } from '../../kit/testing/tiny-model.ts'
import { listFacts } from './list-facts.ts'

const schemas = createSchemas(createApi())

const cases: readonly { readonly schema: SchemaObject; readonly facts: readonly string[] }[] = [
  { schema: { type: 'string', enum: ['new', 'off'] }, facts: ['one of `new`, `off`'] },
  { schema: { type: 'string', enum: ['nyc3'], 'x-extensible-enum': 'Region' }, facts: ['known values: `nyc3`; more may be added'] },
  { schema: { type: 'string', enum: ['stop'], 'x-extensible-enum': true }, facts: ['known values: `stop`; more may be added'] },
  { schema: { type: 'string', minLength: 1, maxLength: 1024, examples: ['a'] }, facts: ['1 to 1,024 characters', 'example: `a`'] },
  { schema: { type: 'string', minLength: 1 }, facts: ['at least 1 character'] },
  { schema: { type: 'object', maxProperties: 1 }, facts: ['at most 1 entry'] },
  { schema: { type: 'integer', minimum: 1, maximum: 9, default: 2 }, facts: ['1 to 9', 'default: `2`'] },
  { schema: { type: 'string', pattern: '^a`b$' }, facts: ['matches `` ^a`b$ ``'] },
  {
    schema: { type: 'array', maxItems: 5, uniqueItems: true, items: { type: 'string', maxLength: 3 } },
    facts: ['at most 5 items', 'unique items', 'at most 3 characters each'],
  },
  { schema: { type: 'string', 'x-refers': { to: 'Vpc' } }, facts: ['refers to `Vpc`'] },
  { schema: { type: 'string', 'x-messages': 'invalid name' }, facts: ['error message: `invalid name`'] },
  { schema: { dependentRequired: { a: ['b'] } }, facts: ['`a` requires `b`'] },
]

it.each(cases)('lists the facts $facts for $schema', ({ schema, facts }) => {
  expect(listFacts(schema, schemas)).toEqual(facts)
})
