/** Validates every example of the specification against its schema, without a server. */
import { describe, expect, test } from 'vitest'
import { checkBody } from '../check-reply.ts'
import { loadSpecification } from '../load-specification.ts'
import { createSchemaValidator, type SchemaValidator } from '../schema-validator.ts'
import { type ExampleUse, listOperationExamples, listSchemaExamples } from './list-examples.ts'

const { model, entries } = loadSpecification()

function check(uses: readonly ExampleUse[], validator: SchemaValidator): string[] {
  return uses.flatMap(({ place, mediaType, schema, value }) =>
    checkBody({ mediaType, schema, examples: [] }, value, validator).map((fault) => `${place}: ${fault}`),
  )
}

describe.each(model.apis)('$name', (api) => {
  const validator = createSchemaValidator(api)
  const schemas = api.families.flatMap((family) => family.schemas)
  const operations = entries.filter((entry) => entry.api === api)

  test.each(operations)('operation $operation.id', (entry) => {
    const uses = listOperationExamples(entry)
    expect(uses).not.toHaveLength(0)
    expect(check(uses, validator)).toEqual([])
  })

  test.each(schemas)('schema $name', (schema) => {
    expect(check(listSchemaExamples(schema), validator)).toEqual([])
  })
})

describe('invalid examples', () => {
  const [api] = model.apis
  const validator = createSchemaValidator(api as NonNullable<typeof api>)

  test.each([
    { input: { type: 'integer', examples: ['ten'] }, expected: 'Broken: body / must be integer' },
    {
      input: { type: 'object', properties: { size: { type: 'integer', minimum: 1, default: 0 } } },
      expected: 'Broken/size: body / must be >= 1',
    },
    {
      input: { type: 'array', items: { type: 'string', format: 'ipv4', examples: ['203.0.113.300'] } },
      expected: 'Broken/items: body / must match format "ipv4"',
    },
    { input: { oneOf: [{ type: 'string', enum: ['a'], examples: ['b'] }] }, expected: 'Broken/0: body / must be equal to one of' },
  ] as const)('reports $expected', ({ input, expected }) => {
    const schema = { name: 'Broken', family: 'tests', schema: input, source: { file: '?', pointer: '' } }
    expect(check(listSchemaExamples(schema), validator).join()).toContain(expected)
  })
})
