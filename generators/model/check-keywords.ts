/** Rejects schema keywords and extensions that no generator supports, and references to anything but named schemas of the bundle. */
import type { BundledDocument, Source } from './api-model.ts'
import type { SchemaObject, SchemaType } from './json-schema.ts'
import { SpecError } from './spec-error.ts'

const plain = new Set([
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
  'x-echo',
  'x-extensible-enum',
  'x-deprecation',
  'x-provenance',
  'x-messages',
  'x-refers',
])
const one = new Set(['items', 'additionalProperties', 'propertyNames', 'contentSchema'])
/** Keywords that only restrict a schema. Inside them, `true` and `false` are schemas too. */
const narrowing = new Set(['not', 'if', 'then', 'else'])
const branchKeywords = new Set(['oneOf', 'allOf'])
const lists = new Set([...branchKeywords, 'enum', 'examples', 'required'])
const types = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'] satisfies SchemaType[])

export function checkKeywords(document: BundledDocument, schema: SchemaObject | boolean, source: Source, isNarrowing = false): void {
  if (isNarrowing && typeof schema === 'boolean') return
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new SpecError(source, `Expected a schema object, found ${JSON.stringify(schema)}.`)
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const at = { file: source.file, pointer: `${source.pointer}/${escapePointer(keyword)}` }
    if (lists.has(keyword) && !Array.isArray(value)) throw new SpecError(at, `Expected a list, found ${JSON.stringify(value)}.`)
    if (plain.has(keyword)) continue
    if (keyword === '$ref') {
      checkReference(document, value, at)
    } else if (keyword === 'type') {
      const unknown = [value].flat().find((type) => !types.has(type))
      if (unknown !== undefined) throw new SpecError(at, `${JSON.stringify(unknown)} is not a JSON Schema type.`)
    } else if (one.has(keyword)) {
      if (typeof value !== 'boolean') checkKeywords(document, value as SchemaObject, at, isNarrowing)
    } else if (narrowing.has(keyword)) {
      checkKeywords(document, value as SchemaObject, at, true)
    } else if (branchKeywords.has(keyword)) {
      for (const [position, member] of (value as SchemaObject[]).entries()) {
        checkKeywords(document, member, { file: at.file, pointer: `${at.pointer}/${position}` }, isNarrowing)
      }
    } else if (keyword === 'properties') {
      for (const [name, member] of Object.entries(value as Record<string, SchemaObject>)) {
        checkKeywords(document, member, { file: at.file, pointer: `${at.pointer}/${escapePointer(name)}` }, isNarrowing)
      }
    } else {
      throw new SpecError(
        at,
        `No generator understands the schema keyword "${keyword}". Use another keyword, or add support in generators/model.`,
      )
    }
  }
}

function checkReference(document: BundledDocument, reference: unknown, source: Source): void {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/s.exec(String(reference)) ?? []
  if (name === undefined || !Object.hasOwn(document.components?.['schemas'] ?? {}, name)) {
    throw new SpecError(source, `${JSON.stringify(reference)} is not a named schema of the bundle.`)
  }
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
