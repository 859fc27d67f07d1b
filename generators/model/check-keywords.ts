/** Refuses every schema keyword and extension that no generator would understand, rather than dropping it silently. */
import type { Source } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'
import { SpecError } from './spec-error.ts'

const plain = new Set([
  '$ref',
  'type',
  'title',
  'description',
  'format',
  'enum',
  'const',
  'default',
  'examples',
  'deprecated',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'contentEncoding',
  'contentMediaType',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'discriminator',
  'x-resource',
  'x-lifecycle',
  'x-renamed-from',
  'x-stability',
  'x-decision',
])
const one = new Set(['items', 'additionalProperties', 'propertyNames'])
/** They only narrow what the rest describes; inside them `true` and `false` are schemas too. */
const narrowing = new Set(['not', 'if', 'then', 'else'])
const many = new Set(['oneOf', 'allOf'])

export function checkKeywords(schema: SchemaObject | boolean, source: Source, narrows = false): void {
  if (narrows && typeof schema === 'boolean') return
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new SpecError(source, `Expected a schema object, found ${JSON.stringify(schema)}.`)
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const at = { file: source.file, pointer: `${source.pointer}/${escapePointer(keyword)}` }
    if (plain.has(keyword)) continue
    if (one.has(keyword)) {
      if (typeof value !== 'boolean') checkKeywords(value as SchemaObject, at, narrows)
    } else if (narrowing.has(keyword)) {
      checkKeywords(value as SchemaObject, at, true)
    } else if (many.has(keyword)) {
      for (const [position, member] of (value as SchemaObject[]).entries()) {
        checkKeywords(member, { file: at.file, pointer: `${at.pointer}/${position}` }, narrows)
      }
    } else if (keyword === 'properties') {
      for (const [name, member] of Object.entries(value as Record<string, SchemaObject>)) {
        checkKeywords(member, { file: at.file, pointer: `${at.pointer}/${escapePointer(name)}` }, narrows)
      }
    } else {
      throw new SpecError(at, `No generator understands the schema keyword "${keyword}". Say it another way, or teach generators/model.`)
    }
  }
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
