/** Lists changes to a valid value that each violate one keyword of its schema. */
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'
import { isObject } from '../../is-object.ts'
import { listBranches, type ResolveSchema, listTypes } from './resolve-schema.ts'

export type Steps = readonly (string | number)[]

export interface Breakage {
  /** Path to the changed value. */
  readonly steps: Steps
  /** New value; `undefined` removes the property. */
  readonly value: unknown
  readonly reason: string
  /** Required properties of the other union branches, which the error may name instead. */
  readonly alternativeFields?: readonly string[]
}

/** @param isRequired false for an optional property, whose zero values count as omitted */
export function listBreakages(
  closed: SchemaObject,
  value: unknown,
  resolve: ResolveSchema,
  steps: Steps = [],
  isRequired = true,
): Breakage[] {
  const schema = resolve(closed)
  const branches = listBranches(schema, resolve)
  const matching = branches.filter((branch) => matchesBranch(branch, value, resolve))
  const requiredNames = branches.length > 1 ? branches.flatMap(({ required = [] }) => required) : []
  return (matching.length > 0 ? matching : branches).flatMap((branch) => [
    ...listOwnBreakages(branch, value, steps).filter((each) => isRequired || !isZero(each.value)),
    ...listNestedBreakages(branch, value, resolve, steps, isRequired).map((each) =>
      each.reason === 'required' && each.steps.length === steps.length + 1 ? { ...each, alternativeFields: requiredNames } : each,
    ),
  ])
}

const isZero = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

/** True unless a discriminator of the value contradicts the branch. */
function matchesBranch({ properties = {} }: SchemaObject, value: unknown, resolve: ResolveSchema): boolean {
  if (!isObject(value)) return true
  return Object.entries(properties).every(([name, closed]) => {
    const { const: only, enum: several = only === undefined ? undefined : [only] } = resolve(closed)
    return several === undefined || !Object.hasOwn(value, name) || several.includes(value[name])
  })
}

/** Wrong values that no lenient parser accepts: not null, not empty, no object. */
const wrong: Readonly<Record<string, unknown>> = {
  string: 12_345,
  integer: 'seven',
  number: 'seven',
  boolean: 'maybe',
  array: 'not-a-list',
  object: 'not-an-object',
}

function listOwnBreakages(schema: SchemaObject, value: unknown, steps: Steps): Breakage[] {
  const found: Breakage[] = []
  const add = (reason: string, broken: unknown) => found.push({ steps, value: broken, reason })
  for (const type of listTypes(schema)) if (type !== 'null') add(`type ${type}`, wrong[type])
  if (schema.enum && schema['x-extensible-enum'] === undefined) add('enum', 'no-such-value')
  if (typeof value === 'number') breakNumber(schema, value, add)
  if (typeof value === 'string') breakText(schema, value, add)
  if (Array.isArray(value)) breakList(schema, value, add)
  return found
}

type Add = (reason: string, broken: unknown) => void

function breakNumber({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: SchemaObject, value: number, add: Add) {
  // Numbers above 2^53 have no fraction.
  if (type === 'integer' && !Number.isInteger(value + 0.5)) add('integer', value + 0.5)
  if (minimum !== undefined) add('minimum', minimum - 1 || -1)
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) add('maximum', maximum + 1)
  if (exclusiveMinimum !== undefined) add('exclusiveMinimum', exclusiveMinimum || -1)
  if (exclusiveMaximum !== undefined) add('exclusiveMaximum', exclusiveMaximum)
  if (multipleOf !== undefined) add('multipleOf', value + multipleOf / 2)
}

function breakText({ minLength = 0, maxLength, pattern, format }: SchemaObject, value: string, add: Add) {
  if (minLength > 1) add('minLength', [...value].slice(0, minLength - 1).join(''))
  if (maxLength !== undefined)
    add('maxLength', [...value.padEnd(2 * maxLength + 2, value === '' ? 'x' : value)].slice(0, maxLength + 1).join(''))
  if (pattern !== undefined) {
    const unmatched = ['!', '-', '\n', `${value} ~`, 'ÆØ', 'a'].find((text) => !new RegExp(pattern, 'u').test(text))
    if (unmatched !== undefined) add('pattern', unmatched)
  }
  // Formats that accept any text.
  if (format !== undefined && format !== 'binary' && format !== 'password') add('format', `no ${format}`)
}

function breakList({ minItems = 0, maxItems, uniqueItems }: SchemaObject, value: readonly unknown[], add: Add) {
  if (minItems > 0 && value.length >= minItems) add('minItems', value.slice(0, minItems - 1))
  const [first] = value
  if (value.length === 0) return
  if (maxItems !== undefined && maxItems < 1000)
    add(
      'maxItems',
      Array.from({ length: maxItems + 1 }, (_each, at) => value[at % value.length]),
    )
  if (uniqueItems) add('uniqueItems', [...value, first])
}

function listNestedBreakages(schema: SchemaObject, value: unknown, resolve: ResolveSchema, steps: Steps, isRequired: boolean): Breakage[] {
  if (Array.isArray(value))
    return value.flatMap((item, at) => (schema.items ? listBreakages(schema.items, item, resolve, [...steps, at]) : []))
  if (!isObject(value)) return []
  const { properties = {}, required = [], additionalProperties } = schema
  // Without its only property, an optional object is a zero value.
  const missing = (isRequired || Object.keys(value).length > 1 ? required : [])
    .filter((name) => Object.hasOwn(value, name))
    .map((name): Breakage => ({ steps: [...steps, name], value: undefined, reason: 'required' }))
  const members = Object.entries(value).flatMap(([name, member]) => {
    const own = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    return own ? listBreakages(own, member, resolve, [...steps, name], required.includes(name)) : []
  })
  return [...missing, ...members]
}

/** Returns a copy with the breakage. */
export function applyBreakage(value: unknown, { steps, value: broken }: Breakage): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return broken
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (at === step ? applyBreakage(item, { steps: rest, value: broken, reason: '' }) : item))
  if (!isObject(value)) return value
  const { [step]: old, ...others } = value
  if (rest.length === 0 && broken === undefined) return others
  return { ...others, [step]: applyBreakage(old, { steps: rest, value: broken, reason: '' }) }
}
