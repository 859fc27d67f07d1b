/** JSON Schemas: read, and compared by whether everything that one allows the other allows too, as far as the usual keywords tell. */
import { isDeepStrictEqual } from 'node:util'
import { isRecord, type Value } from '../../../engine/values.ts'
import { parseJson } from '../../../validation/parse-json.ts'
import { createSteps, type Steps, tooLarge } from './steps.ts'

export type JsonSchema = boolean | JsonObject

interface JsonObject extends Value {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** @throws Error that says what is wrong */
export function readJsonSchema(text: string): JsonSchema {
  const schema: unknown = parseJson(text)
  check(schema, 'the schema')
  return schema
}

function check(schema: unknown, at: string): asserts schema is JsonSchema {
  if (typeof schema === 'boolean') return
  if (!isRecord(schema)) throw new Error(`${at} must be an object or a boolean`)
  const { type: given, required, properties, items, additionalProperties } = schema
  const wrong = [given ?? []].flat().filter((type) => !types.includes(String(type)))
  if (wrong.length > 0) throw new Error(`${at} has a type ${JSON.stringify(wrong[0])} that there is not`)
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string')))
    throw new Error(`required of ${at} must be a list of names`)
  if (properties !== undefined && !isRecord(properties)) throw new Error(`properties of ${at} must be an object`)
  for (const [name, property] of Object.entries(properties ?? {})) check(property, name)
  for (const [name, part] of Object.entries({ items, additionalProperties })) if (part !== undefined) check(part, `${name} of ${at}`)
  for (const name of ['anyOf', 'oneOf', 'allOf']) {
    const branches = schema[name]
    if (branches === undefined) continue
    if (!Array.isArray(branches)) throw new Error(`${name} of ${at} must be a list of schemas`)
    for (const branch of branches) check(branch, `${name} of ${at}`)
  }
}

/** Keywords that allow less the larger they are, and the less the smaller they are. */
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const

/** Why a program with `reader` may refuse what `writer` allows; undefined when it accepts all of it. */
export function whyJsonCannotRead(reader: JsonSchema, writer: JsonSchema, at = '', steps = createSteps()): string | undefined {
  if (!steps.take()) return tooLarge
  const place = at === '' ? 'the schema' : at
  if (reader === true || writer === false || isDeepStrictEqual(reader, writer)) return undefined
  if (reader === false) return `${place} allows nothing in the one`
  const wide = writer === true ? {} : writer
  for (const name of ['anyOf', 'oneOf'] as const) {
    const branches = wide[name]
    if (branches) return firstOf(branches, (branch) => whyJsonCannotRead(reader, branch, at, steps))
    const choices = reader[name]
    if (choices && !choices.some((choice) => whyJsonCannotRead(choice, writer, at, steps) === undefined))
      return `${place} is none of the choices that there are in the one`
  }
  if (reader.allOf) {
    const why = firstOf(reader.allOf, (part) => whyJsonCannotRead(part, writer, at, steps))
    if (why !== undefined) return why
  }
  return whyValueRefused(reader, wide, place) ?? whyPropertyRefused(reader, wide, at, steps) ?? whyItemRefused(reader, wide, at, steps)
}

function whyValueRefused(reader: Value, writer: Value, place: string): string | undefined {
  const accepted = typesOf(reader)
  const lost = typesOf(writer).filter((type) => !accepted.includes(type) && !(type === 'integer' && accepted.includes('number')))
  if (lost.length > 0) return `${place} may be ${lost.join(' or ')} in only one of them`
  const { enum: choices } = reader
  const { const: only, enum: several } = writer
  const values = only === undefined ? several : [only]
  if (Array.isArray(choices)) {
    if (!Array.isArray(values) || values.some((value) => !choices.some((choice) => isDeepStrictEqual(choice, value))))
      return `${place} takes fewer values`
  }
  for (const name of ['const', 'pattern', 'format', '$ref'])
    if (reader[name] !== undefined && !isDeepStrictEqual(reader[name], writer[name])) return `${name} of ${place} differs`
  for (const name of lowerBounds)
    if (reader[name] !== undefined && !(Number(writer[name]) >= Number(reader[name]))) return `${name} of ${place} is narrower`
  for (const name of upperBounds)
    if (reader[name] !== undefined && !(Number(writer[name]) <= Number(reader[name]))) return `${name} of ${place} is narrower`
  return undefined
}

function whyPropertyRefused(reader: JsonObject, writer: JsonObject, at: string, steps: Steps): string | undefined {
  const demanded = (reader.required ?? []).filter((name) => !writer.required?.includes(name))
  if (demanded.length > 0) return `${demanded.map((name) => join(at, name)).join(', ')} must be there in only one of them`
  const { properties: own = {}, additionalProperties: ownRest = true } = reader
  const { properties: other = {}, additionalProperties: otherRest = true } = writer
  for (const name of new Set([...Object.keys(own), ...Object.keys(other)])) {
    const why = whyJsonCannotRead(own[name] ?? ownRest, other[name] ?? otherRest, join(at, name), steps)
    if (why !== undefined) return why
  }
  return whyJsonCannotRead(ownRest, otherRest, join(at, '*'), steps)
}

function whyItemRefused(reader: JsonObject, writer: JsonObject, at: string, steps: Steps): string | undefined {
  return whyJsonCannotRead(reader.items ?? true, writer.items ?? true, `${at}[]`, steps)
}

/** A schema without a type allows every one. */
const typesOf = ({ type }: Value) => (type === undefined ? types : [type].flat().map(String))
const join = (at: string, name: string) => (at === '' ? name : `${at}.${name}`)

function firstOf<T>(items: readonly T[], why: (item: T) => string | undefined): string | undefined {
  return items.map(why).find((found) => found !== undefined)
}
