/**
 * Generates values of a schema. Examples of the specification occur often because they refer to existing objects; the rest is random.
 */
import * as fc from 'fast-check'
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'
import { generateText } from './generate-text.ts'
import { listBranches, type ResolveSchema, listTypes } from './resolve-schema.ts'

export type GenerateValue = (schema: SchemaObject, name?: string) => fc.Arbitrary<unknown>

/** Includes names that every object inherits. */
const anyKey = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z][a-z0-9_]{0,15}$/) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '') },
)

/** Maximum depth at which optional properties are generated. */
const maxDepth = 5
/** Properties that refer to a catalog: random values never match. */
const catalog =
  /(?:^|_)(?:region|regions|size|sizes|image|slug|slugs|engine|version|plan|tier|tier_slug|model|models|id|ids|uuid|uuids|urn|key|network|ip_range|prefix)$/

/** Ids of existing objects, under any name. */
const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^\d{6,}$/

export function createValueGenerator(resolve: ResolveSchema): GenerateValue {
  const generate = (closed: SchemaObject, name: string, depth: number): fc.Arbitrary<unknown> => {
    const schema = resolve(closed)
    const free = oneOf(listBranches(schema, resolve).map((branch) => generateBranch(branch, name, depth)))
    const examples = [...(schema.examples ?? []), ...(schema.default === undefined ? [] : [schema.default])]
    if (examples.length === 0 || schema.const !== undefined || schema.enum) return free
    const isReference = catalog.test(name) || examples.some((example) => id.test(String(example)))
    const [exampleWeight, freeWeight] = isReference ? [12, 1] : [2, 3]
    return fc.oneof({ weight: exampleWeight, arbitrary: fc.constantFrom(...examples) }, { weight: freeWeight, arbitrary: free })
  }

  const generateBranch = (schema: SchemaObject, name: string, depth: number): fc.Arbitrary<unknown> => {
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return generateEnum(schema.enum, schema['x-extensible-enum'] !== undefined)
    const types = listTypes(schema)
    if (types.length === 0) return fc.oneof(fc.string(), fc.integer(), fc.boolean())
    return oneOf(types.map((type) => generateType(type, schema, name, depth)))
  }

  const generateType = (type: string, schema: SchemaObject, name: string, depth: number): fc.Arbitrary<unknown> => {
    switch (type) {
      case 'string':
        return generateText(schema)
      case 'integer':
        return generateInteger(schema)
      case 'number':
        return generateNumber(schema)
      case 'boolean':
        return fc.boolean()
      case 'array':
        return generateArray(schema, name, depth)
      case 'object':
        return generateObject(schema, depth)
      default:
        return fc.constant(null)
    }
  }

  const generateArray = ({ items = {}, minItems = 0, maxItems = 200, uniqueItems }: SchemaObject, name: string, depth: number) => {
    const item = generate(items, name, depth + 1)
    const lengths = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, depth > maxDepth ? 0 : 3)) }
    // Lists of references rarely accept duplicates.
    const hasReferences = uniqueItems === true || catalog.test(name)
    return hasReferences ? fc.uniqueArray(item, { ...lengths, selector: (value) => JSON.stringify(value) }) : fc.array(item, lengths)
  }

  const generateObject = (schema: SchemaObject, depth: number): fc.Arbitrary<unknown> => {
    const { properties = {}, required = [], additionalProperties, propertyNames, minProperties = 0, maxProperties = 8 } = schema
    const names = Object.keys(properties).filter((name) => depth <= maxDepth || required.includes(name))
    const members = Object.fromEntries(names.map((name) => [name, generate(properties[name] ?? {}, name, depth + 1)]))
    const own = generateMembers(members, required, schema)
    if (additionalProperties === false || (names.length > 0 && additionalProperties === undefined)) return own
    const keys = propertyNames ? generateText(resolve(propertyNames)) : anyKey
    const others = fc.dictionary(
      keys.filter((key) => !Object.hasOwn(properties, key)),
      typeof additionalProperties === 'object' ? generate(additionalProperties, '', depth + 1) : fc.oneof(fc.string(), fc.integer()),
      { minKeys: Math.max(0, minProperties - names.length), maxKeys: Math.min(maxProperties, 3) },
    )
    return fc.tuple(others, own).map(([more, some]) => ({ ...more, ...some }))
  }

  return (schema, name = '') => generate(schema, name, 0)
}

/** Adds a rare unknown value if the enum is open. */
function generateEnum(values: readonly unknown[], isOpen: boolean): fc.Arbitrary<unknown> {
  const known = fc.constantFrom(...values)
  return isOpen ? fc.oneof({ weight: 15, arbitrary: known }, { weight: 1, arbitrary: fc.constant('no-such-value') }) : known
}

type MemberArbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>

function generateMembers(members: MemberArbitraries, required: readonly string[], { minProperties = 0, maxProperties }: SchemaObject) {
  const names = Object.keys(members)
  const needed = required.filter((name) => names.includes(name))
  if (minProperties <= needed.length && (maxProperties === undefined || maxProperties >= names.length))
    return fc.record(members, { requiredKeys: needed })
  const others = names.filter((name) => !needed.includes(name))
  const within = (count: number) => Math.min(others.length, Math.max(0, count - needed.length))
  const lengths = { minLength: within(minProperties), maxLength: within(maxProperties ?? names.length) }
  return fc
    .subarray(others, lengths)
    .chain((some) => fc.record(Object.fromEntries([...needed, ...some].map((name) => [name, members[name] ?? fc.constant(null)]))))
}

function oneOf(choices: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> {
  return choices.length === 1 && choices[0] ? choices[0] : fc.oneof(...choices)
}

/** Integers beyond dates, database counters and exact numbers. */
const vast = [2 ** 40, Number.MAX_SAFE_INTEGER, 1e21, 1e300] as const

function generateInteger(schema: SchemaObject): fc.Arbitrary<number> {
  const { multipleOf = 1 } = schema
  const min = Math.ceil((schema.minimum ?? (schema.exclusiveMinimum ?? -3) + (schema.exclusiveMinimum === undefined ? 0 : 1)) / multipleOf)
  const top = schema.maximum ?? (schema.exclusiveMaximum === undefined ? undefined : schema.exclusiveMaximum - 1)
  // Larger numbers lose precision when they are parsed.
  const max = Math.min(Number.MAX_SAFE_INTEGER, Math.floor((top ?? Math.max(min * multipleOf, 2 ** 31)) / multipleOf))
  const few = fc.integer({ min, max: Math.min(max, min + 100) })
  const usual = fc.oneof(few, fc.integer({ min, max }), fc.constantFrom(min, max)).map((value) => value * multipleOf)
  if (top !== undefined || multipleOf !== 1) return usual
  return fc.oneof({ weight: 7, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...vast) })
}

function generateNumber(schema: SchemaObject): fc.Arbitrary<number> {
  const { minimum: min = schema.exclusiveMinimum ?? -1e6, maximum: max = schema.exclusiveMaximum ?? Math.max(min, 0) + 1e6 } = schema
  const between = fc.double({
    min,
    max,
    noNaN: true,
    minExcluded: schema.exclusiveMinimum !== undefined,
    maxExcluded: schema.exclusiveMaximum !== undefined,
  })
  // -0 does not survive being written as JSON.
  return between.map((value) => (schema.multipleOf ? Math.floor(value / schema.multipleOf) * schema.multipleOf : value) + 0)
}
