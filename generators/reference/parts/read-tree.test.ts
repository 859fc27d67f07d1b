import { expect, it } from 'vitest'
import { createApi, createFamily } from '../../kit/testing/tiny-model.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import { createSchemas } from '../../model/schemas.ts'
import { createReach } from '../site/addresses.ts'
import { printTree } from './render-tree.ts'
import { getInside } from './read-tree.ts'

const text: SchemaObject = { type: 'string' }
const all: Readonly<Record<string, SchemaObject>> = {
  Mysql: { type: 'object', description: 'Of MySQL.', properties: { sql_mode: text } },
  Kafka: { type: 'object', properties: { group_size: text } },
  Config: { allOf: [{ $ref: '#/components/schemas/Mysql' }, { $ref: '#/components/schemas/Kafka' }] },
  Tree: { type: 'object', properties: { name: text, above: { $ref: '#/components/schemas/Branch' } } },
  Branch: { type: 'object', properties: { tree: { $ref: '#/components/schemas/Tree' } } },
  Named: { allOf: [{ $ref: '#/components/schemas/Mysql' }, { type: 'object', properties: { name: text } }] },
}
const api = {
  ...createApi({ families: [createFamily([])] }),
  document: { openapi: '3.1.1', info: { title: 'a', version: '1' }, paths: {}, components: { schemas: all } },
}
const siteApi = { api, schemas: createSchemas(api), shared: new Map(), reach: createReach(api) }
const read = (name: string) => getInside(all[name] ?? {}, { api: siteApi, maxDepth: 3 })

it('separates the named parts of a combined schema', () => {
  const inside = read('Config')
  expect(inside.fields).toEqual([])
  expect(inside.isCombined).toBe(true)
  expect(printTree(inside)).toBe('- Part **Mysql**\n  - `sql_mode` (string)\n- Part **Kafka**\n  - `group_size` (string)\n')
})

it('merges a schema that adds its own fields', () => {
  expect(read('Named').fields.map(({ name }) => name)).toEqual(['sql_mode', 'name'])
})

it('stops at a recursive schema from any starting point', () => {
  const of = (name: string) => printTree(getInside({ $ref: `#/components/schemas/${name}` }, { api: siteApi, maxDepth: 3 }))
  expect([of('Tree'), of('Branch'), of('Tree')]).toEqual([
    '- `name` (string)\n- `above` (Branch)\n  - `tree` (Tree)\n',
    '- `tree` (Tree)\n  - `name` (string)\n  - `above` (Branch)\n',
    '- `name` (string)\n- `above` (Branch)\n  - `tree` (Tree)\n',
  ])
})
