/** Descriptions of accepted argument values. */
import type { ArgumentSchema } from '../tables/tool-row.ts'

/** Describes the accepted values: `an integer from 1 to 200`. */
export function describeAccepted(schema: ArgumentSchema): string {
  if (schema.enum) return `one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`
  const types = [schema.type ?? 'string'].flat()
  return types.map((type) => describeType(type, schema)).join(' or ')
}

function describeType(type: string, schema: ArgumentSchema): string {
  switch (type) {
    case 'integer':
      return `an integer${describeRange(schema)}, without quotes`
    case 'number':
      return `a number${describeRange(schema)}, without quotes`
    case 'boolean':
      return 'true or false, without quotes'
    case 'array':
      return `an array${schema.maxItems === undefined ? '' : ` of at most ${schema.maxItems}`}`
    case 'object':
      return 'an object'
    case 'null':
      return 'null'
    default:
      return describeText(schema)
  }
}

function describeText({ format, pattern, minLength, maxLength, examples }: ArgumentSchema): string {
  const example = examples?.[0]
  const exampleText = typeof example === 'string' && example.length < 80 ? `, such as ${JSON.stringify(example)}` : ''
  if (format === 'uuid') return `a UUID in quotes${exampleText}`
  if (pattern === '^[0-9]+$') return `digits in quotes${exampleText || ', such as "2"'}`
  const length = describeLength(minLength, maxLength)
  return `a string${length}${pattern === undefined ? '' : ` that matches ${pattern}`}${exampleText}`
}

function describeLength(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` of ${min} to ${max} characters`
  if (max !== undefined) return ` of at most ${max} characters`
  return min === undefined ? '' : ` of at least ${min} ${min === 1 ? 'character' : 'characters'}`
}

function describeRange({ minimum, maximum }: ArgumentSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` from ${minimum} up`
  return maximum === undefined ? '' : ` up to ${maximum}`
}

/** Describes the type of a value, such as `a number`; never the value itself, which may be a secret. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (value === '') return 'an empty string'
  return { string: 'a string', number: 'a number', boolean: 'true or false', object: 'an object' }[typeof value as string] ?? typeof value
}
