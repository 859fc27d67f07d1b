/** Lists the constraints of a value as short Markdown phrases: lengths, ranges, defaults, allowed values, an example. */
import { getValueMessages } from '../../kit/get-messages.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import type { Schemas } from '../../model/schemas.ts'

export function listFacts(schema: SchemaObject, schemas: Schemas): string[] {
  const resolvedSchema = schemas.open(schema)
  const value: SchemaObject = { ...resolvedSchema, ...schema }
  const items = resolvedSchema.items && schemas.open(resolvedSchema.items)
  const of = items && [listValues(items), measure(items.minLength, items.maxLength, 'characters each'), renderPattern(items)].flat()
  return [
    ...listValues(value),
    ...measure(value.minLength, value.maxLength, 'characters'),
    ...range(value),
    ...(value.multipleOf === undefined ? [] : [`a multiple of ${value.multipleOf}`]),
    ...measure(value.minItems, value.maxItems, 'items'),
    ...(value.uniqueItems ? ['unique items'] : []),
    ...measure(value.minProperties, value.maxProperties, 'entries'),
    ...renderPattern(value),
    ...(of ?? []),
    ...(value.default === undefined ? [] : [`default: ${code(value.default)}`]),
    ...Object.entries(value.dependentRequired ?? {}).map(
      ([name, needed]) => `${code(name, true)} requires ${needed.map((each) => code(each, true)).join(' and ')}`,
    ),
    ...listReferences(value),
    ...listMessages(value),
    ...exampleOf(value),
  ]
}

function listValues({ enum: values = [], 'x-extensible-enum': open }: SchemaObject): string[] {
  if (values.length === 0) return []
  const list = values.map((value) => code(value)).join(', ')
  return [open ? `known values: ${list}; more may be added` : values.length === 1 ? `always ${list}` : `one of ${list}`]
}

function measure(min: number | undefined, max: number | undefined, unit: string): string[] {
  if (min !== undefined && max !== undefined) return [min === max ? count(min, unit) : `${min} to ${count(max, unit)}`]
  if (max !== undefined) return [`at most ${count(max, unit)}`]
  return min === undefined || min === 0 ? [] : [`at least ${count(min, unit)}`]
}

const singular: Readonly<Record<string, string>> = {
  characters: 'character',
  'characters each': 'character each',
  items: 'item',
  entries: 'entry',
}

function count(number: number, unit: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? (singular[unit] ?? unit) : unit}`
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject): string[] {
  return [
    ...measureNumber(minimum, maximum),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${exclusiveMaximum}`]),
  ]
}

function measureNumber(min: number | undefined, max: number | undefined): string[] {
  if (min !== undefined && max !== undefined) return [`${min} to ${max.toLocaleString('en-US')}`]
  if (max !== undefined) return [`at most ${max.toLocaleString('en-US')}`]
  return min === undefined ? [] : [`at least ${min}`]
}

function renderPattern({ pattern }: SchemaObject): string[] {
  return pattern === undefined ? [] : [`matches ${code(pattern, true)}`]
}

function listReferences({ 'x-refers': reference }: SchemaObject): string[] {
  return reference === undefined ? [] : [`refers to ${code(reference.to)}`]
}

function listMessages(schema: SchemaObject): string[] {
  const messages = getValueMessages(schema)
  if (messages === undefined) return []
  const texts = typeof messages === 'string' ? [messages] : [...new Set(Object.values(messages))]
  return [`error message: ${texts.map((text) => code(text, true)).join(' or ')}`]
}

function exampleOf({ examples, enum: values }: SchemaObject): string[] {
  return values === undefined ? describeExample(examples?.[0]) : []
}

/** Objects are left out: the examples of requests and responses show them. */
export function describeExample(example: unknown): string[] {
  return example === undefined || typeof example === 'object' ? [] : [`example: ${code(example)}`]
}

/** Uses a longer fence for text that contains backticks. */
function code(value: unknown, plain = false): string {
  const text = plain || typeof value === 'string' ? String(value) : JSON.stringify(value)
  if (text === '') return 'an empty string'
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}
