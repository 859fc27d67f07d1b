/** Measures how complete the specification is for each family: effects, examples and descriptions. */
import type { Api, Family, Operation, Parameter } from '../../../../generators/model/api-model.ts'
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import type { Specification } from '../load-specification.ts'

export interface FamilyCoverage {
  readonly api: string
  readonly family: string
  readonly operations: number
  /** Operations whose effect on a stored object, or reason for none, is known. */
  readonly effects: number
  /** Operations without a stored object: the reply is computed. */
  readonly computes: number
  /** Operations with an example of every parameter, body and reply, except binary ones. */
  readonly examples: number
  /** Operations that are described with all their parameters. */
  readonly descriptions: number
  /** Properties of the schemas and of inline schemas. */
  readonly properties: number
  readonly describedProperties: number
}

export function measureCoverage({ model }: Specification): FamilyCoverage[] {
  return model.apis.flatMap((api) =>
    api.families
      .filter(({ operations }) => operations.length > 0)
      .map((family) => {
        const { name, operations } = family
        const properties = listProperties(family)
        return {
          api: api.name,
          family: name,
          operations: operations.length,
          effects: operations.filter(({ effect }) => effect !== undefined).length,
          computes: operations.filter(({ effect }) => effect?.kind === 'computes').length,
          examples: operations.filter(hasExamples).length,
          descriptions: operations.filter(isDescribed).length,
          properties: properties.length,
          describedProperties: properties.filter((property) => hasDescription(property, api)).length,
        }
      }),
  )
}

/** Lists `volumes_list: reason` for operations that compute their reply, and `volumes_list has no known effect` for others. */
export function listReasons({ entries }: Specification): string[] {
  return entries.flatMap(({ operation: { id, effect } }) => {
    if (effect === undefined) return [`${id} has no known effect`]
    return effect.kind === 'computes' ? [`${id}: ${effect.reason}`] : []
  })
}

function hasExamples({ parameters, body, replies }: Operation): boolean {
  const contents = [body?.content ?? [], ...replies.map(({ content }) => content)].flat()
  return (
    parameters.every(({ example }: Parameter) => example !== undefined) &&
    contents.every(({ examples, schema }) => examples.length > 0 || schema.format === 'binary' || schema.contentEncoding !== undefined)
  )
}

function isDescribed({ description, parameters }: Operation): boolean {
  return description !== '' && parameters.every((parameter) => parameter.description !== '')
}

function listProperties({ schemas, operations }: Family): SchemaObject[] {
  const contents = operations.flatMap(({ body, replies }) => [body?.content ?? [], ...replies.map(({ content }) => content)].flat())
  return [...schemas, ...contents].flatMap(({ schema }) => propertiesOf(schema))
}

/** Skips references: their schemas belong to their own family. */
function propertiesOf(schema: SchemaObject): SchemaObject[] {
  const { properties = {}, items, additionalProperties, contentSchema, oneOf = [], allOf = [] } = schema
  const own = Object.values(properties)
  const inside = [...own, ...oneOf, ...allOf, items, additionalProperties, contentSchema].filter((inner) => typeof inner === 'object')
  return [...own, ...inside.flatMap(propertiesOf)]
}

/** A reference without a description has that of its schema. */
function hasDescription({ description, $ref }: SchemaObject, { families }: Api): boolean {
  if (description) return true
  const name = $ref?.split('/').at(-1)
  return families.some(({ schemas }) => schemas.some((named) => named.name === name && named.schema.description))
}

const totals = ['operations', 'effects', 'computes', 'examples', 'descriptions', 'properties', 'describedProperties'] as const

export function printCoverage(rows: readonly FamilyCoverage[], json: boolean): void {
  if (json) for (const row of rows) console.log(JSON.stringify(row))
  else console.table(Object.fromEntries(rows.map(({ api, family, ...row }) => [`${api}/${family}`, row])))
  const sums = Object.fromEntries(totals.map((count) => [count, rows.reduce((total, row) => total + row[count], 0)]))
  const { operations = 0, effects = 0, examples = 0, descriptions = 0 } = sums
  console.log(JSON.stringify({ check: 'coverage', passed: Math.min(effects, examples, descriptions), total: operations, ...sums }))
}
