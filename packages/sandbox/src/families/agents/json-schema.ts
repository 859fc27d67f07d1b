/** Shape check of JSON Schemas (2020-12, core and validation keywords). Unknown keywords may have any value. */
import { isRecord } from '../../engine/values.ts'

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
const isType = (value: unknown) => types.has(String(value))
const isListOf = (check: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(check)
const isMapOf = (check: (value: unknown) => boolean) => (value: unknown) => isRecord(value) && Object.values(value).every(check)

const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => isType(value) || isListOf(isType)(value),
  // The guide of the platform writes the properties of an output schema as a list of named schemas.
  properties: (value) => isMapOf(isJsonSchema)(value) || isListOf(isJsonSchema)(value),
  $defs: isMapOf(isJsonSchema),
  items: isJsonSchema,
  additionalProperties: isJsonSchema,
  not: isJsonSchema,
  required: isListOf(isText),
  enum: Array.isArray,
  anyOf: isListOf(isJsonSchema),
  oneOf: isListOf(isJsonSchema),
  allOf: isListOf(isJsonSchema),
  description: isText,
  title: isText,
  pattern: isText,
  format: isText,
  minimum: isNumber,
  maximum: isNumber,
  minLength: isNumber,
  maxLength: isNumber,
}

export function isJsonSchema(value: unknown): boolean {
  if (typeof value === 'boolean') return true
  return (
    isRecord(value) &&
    Object.entries(value).every(([name, keyword]) => !Object.hasOwn(keywords, name) || keywords[name]?.(keyword) === true)
  )
}
