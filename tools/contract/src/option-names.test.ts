/** Fields by themselves stand where options could: the client tells them apart by their names. */
import { expect, test } from 'vitest'
import { createSchemas } from '../../../generators/model/schemas.ts'
import type { SchemaObject } from '../../../generators/model/json-schema.ts'
import { optionNames } from '../../../packages/client/src/check-call.ts'
import { loadSpecification, type OperationEntry } from './load-specification.ts'

const { entries } = loadSpecification()

function listFields({ api, operation: { parameters, body } }: OperationEntry): string[] {
  const { open } = createSchemas(api)
  const listOf = (given: SchemaObject): string[] => {
    const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = open(given)
    return [...Object.keys(properties), ...[...allOf, ...oneOf, ...anyOf].flatMap(listOf)]
  }
  const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  return [...query, ...(body?.content ?? []).flatMap(({ schema }) => listOf(schema))]
}

test('no field of a request is named as an option of a call', () => {
  const fields = entries.flatMap((entry) => listFields(entry).map((name) => `${entry.operation.id}: ${name}`))
  expect(fields.length).toBeGreaterThan(1000)
  expect(fields.filter((field) => optionNames.split(' ').some((name) => field.endsWith(`: ${name}`)))).toEqual([])
})
