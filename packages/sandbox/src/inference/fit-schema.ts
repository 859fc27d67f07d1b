/**
 * Generates a value that matches a JSON Schema, with hints from the user message: function arguments and structured replies. Supports
 * types, bounds, formats, patterns, references and unions. An unsatisfiable schema gets the nearest value.
 */
import { isRecord, type Value } from '../engine/values.ts'
import { type FitContext, fitNumber, fitText } from './fit-scalar.ts'
import type { Hints } from './parse-hints.ts'

/** Optional fields are left out below this depth, which ends recursive schemas. */
const maxOptionalDepth = 4
const maxDepth = 24
const maxValues = 5000
/** Maximum number of duplicate items before an array stays short. */
const maxAttempts = 64

export function fitSchema(schema: unknown, hints: Hints): unknown {
  return fit(schema, { root: schema, hints, name: 'value', depth: 0, item: 0, budget: { left: maxValues } })
}

function fit(value: unknown, at: FitContext): unknown {
  at.budget.left -= 1
  if (at.depth > maxDepth || at.budget.left < 0) return null
  const schema = flatten(value, at)
  if ('const' in schema) return schema['const']
  const words = schema['enum']
  if (Array.isArray(words) && words.length > 0) return pickEnumValue(words, at)
  switch (typeOf(schema, at.depth)) {
    case 'object':
      return fitObject(schema, at)
    case 'array':
      return fitArray(schema, at)
    case 'integer':
      return fitNumber(schema, at, true)
    case 'number':
      return fitNumber(schema, at, false)
    case 'boolean':
      return at.item % 2 === 0
    case 'null':
      return null
    default:
      return fitText(schema, at)
  }
}

/** Picks the mentioned value, else the first; later array items get later values. */
function pickEnumValue(words: readonly unknown[], { hints, item }: FitContext): unknown {
  const mentioned = words.find((word) => typeof word === 'string' && hints.words.has(word.toLowerCase()))
  return mentioned !== undefined && item === 0 ? mentioned : words[item % words.length]
}

/** Resolves references, compositions and unions. */
function flatten(schema: unknown, at: FitContext, steps = 0): Value {
  at.budget.left -= 1
  if (!isRecord(schema) || steps > maxDepth || at.budget.left < 0) return {}
  const { $ref: reference, allOf, oneOf, anyOf, ...own } = schema
  const parts: Value[] = [own]
  if (typeof reference === 'string') parts.push(flatten(resolve(reference, at.root), at, steps + 1))
  if (Array.isArray(allOf)) parts.push(...allOf.map((part) => flatten(part, at, steps + 1)))
  for (const union of [oneOf, anyOf]) {
    if (!Array.isArray(union)) continue
    const isNull = (each: unknown) => isRecord(each) && each['type'] === 'null'
    // Null is chosen only to end a recursion.
    const branch = union.find((each) => isNull(each) === at.depth > maxOptionalDepth)
    parts.push(flatten(branch ?? union[0], at, steps + 1))
  }
  return parts.reduce(merge)
}

function merge(base: Value, more: Value): Value {
  const properties = { ...(base['properties'] as Value | undefined), ...(more['properties'] as Value | undefined) }
  const required = [...listTexts(base['required']), ...listTexts(more['required'])]
  return {
    ...base,
    ...more,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

/** Resolves a reference like `#` or `#/$defs/Book`. */
function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return {}
  return reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, step) => (isRecord(node) && Object.hasOwn(node, step) ? node[step] : undefined), root)
}

function typeOf(schema: Value, depth: number): string {
  const { type } = schema
  const found: unknown = Array.isArray(type) ? (type.find((each) => (each === 'null') === depth > maxOptionalDepth) ?? type[0]) : type
  if (typeof found === 'string') return found
  if (isRecord(schema['properties'])) return 'object'
  if ('items' in schema || 'prefixItems' in schema) return 'array'
  return 'minimum' in schema || 'maximum' in schema || 'multipleOf' in schema ? 'number' : 'string'
}

function fitObject(schema: Value, at: FitContext): Value {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = listTexts(schema['required'])
  const names = at.depth < maxOptionalDepth ? [...new Set([...required, ...Object.keys(properties)])] : required
  const inner = (name: string, own: unknown) => [name, fit(own, { ...at, name, depth: at.depth + 1 })] as const
  const more = Math.max(0, Number(schema['minProperties'] ?? 0) - names.length)
  return Object.fromEntries([
    ...names.map((name) => inner(name, Object.hasOwn(properties, name) ? properties[name] : {})),
    ...Array.from({ length: Math.min(more, 32) }, (_, n) => inner(`field_${n + 1}`, schema['additionalProperties'] ?? {})),
  ])
}

function fitArray(schema: Value, at: FitContext): unknown[] {
  const first: readonly unknown[] = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : []
  const min = Number(schema['minItems'] ?? 0)
  const target = at.depth < maxOptionalDepth ? Math.max(min, first.length, 1) : min
  const count = Math.min(target, Number(schema['maxItems'] ?? target), 64)
  const items: unknown[] = []
  const seen = new Set<string>()
  for (let item = 0; items.length < count && item < count + maxAttempts; item += 1) {
    const own = first[items.length] ?? schema['items'] ?? {}
    const value = fit(own, { ...at, depth: at.depth + 1, item: at.item + item })
    const text = JSON.stringify(value)
    if (schema['uniqueItems'] === true && seen.has(text)) continue
    seen.add(text)
    items.push(value)
  }
  return items
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
