/** Fields by themselves stand where options could: the client tells them from parameters of a query and fields of a body by their names. */
import { expect, test } from 'vitest'
import type { SchemaObject } from '../../../generators/model/json-schema.ts'
import { optionNames } from '../../../packages/client/src/check-call.ts'
import { loadSpecification } from './load-specification.ts'

test('no parameter of a query is named as an option of a call', () => {
  const given = loadSpecification().entries.flatMap(({ operation: { id, parameters } }) =>
    parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => ({ id, name })),
  )
  expect(given.length).toBeGreaterThan(300)
  expect(given.filter(({ name }) => optionNames.split(' ').includes(name))).toEqual([])
})

test('no field of a body is named as an option of a call', () => {
  const { entries, model } = loadSpecification()
  const named = new Map(
    model.apis.map((api) => [
      api,
      new Map(api.families.flatMap(({ schemas }) => schemas.map(({ name, schema }) => [`#/components/schemas/${name}`, schema] as const))),
    ]),
  )
  const given = entries.flatMap(({ api, operation: { id, body } }) =>
    (body?.content ?? []).flatMap(({ schema }) => listFields(schema, named.get(api))).map((name) => ({ id, name })),
  )
  expect(given.length).toBeGreaterThan(1000)
  expect(given.filter(({ name }) => optionNames.split(' ').includes(name))).toEqual([])
})

/** Those of the body itself, of whatever form. */
function listFields(schema: SchemaObject, named: ReadonlyMap<string, SchemaObject> | undefined): string[] {
  const { $ref = '', properties = {}, allOf = [], oneOf = [] } = schema
  const target = named?.get($ref)
  const forms = [...(target ? [target] : []), ...allOf, ...oneOf]
  return [...Object.keys(properties), ...forms.flatMap((form) => listFields(form, named))]
}
