/** Avro schemas: read, and compared by the resolution rules of the Avro specification. */
import { isRecord, type Value } from '../../../engine/values.ts'
import { parseJson } from '../../../validation/parse-json.ts'
import { createSteps, tooLarge } from './steps.ts'

export type AvroType =
  | { readonly kind: 'primitive'; readonly name: string }
  | { readonly kind: 'record'; readonly name: string; fields: readonly AvroField[] }
  | { readonly kind: 'enum'; readonly name: string; readonly symbols: readonly string[]; readonly hasDefault: boolean }
  | { readonly kind: 'fixed'; readonly name: string; readonly size: number }
  | { readonly kind: 'array' | 'map'; readonly inner: AvroType }
  | { readonly kind: 'union'; readonly branches: readonly AvroType[] }

interface AvroField {
  readonly name: string
  readonly aliases: readonly string[]
  readonly type: AvroType
  readonly hasDefault: boolean
}

const primitives = new Set(['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'])
const nameForm = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/

/** @throws Error that says what is wrong */
export function readAvro(text: string): AvroType {
  return readType(parseJson(text), new Map(), '')
}

function readType(value: unknown, known: Map<string, AvroType>, space: string): AvroType {
  if (typeof value === 'string') return readName(value, known, space)
  if (Array.isArray(value)) return { kind: 'union', branches: value.map((branch) => readType(branch, known, space)) }
  if (!isRecord(value)) throw new Error(`${JSON.stringify(value)} is not a type`)
  const { type, symbols, default: usual, size, items, values } = value
  switch (type) {
    case 'record':
    case 'error':
      return readRecord(value, known, space)
    case 'enum': {
      if (!Array.isArray(symbols) || symbols.length === 0) throw new Error('an enum needs symbols')
      const { name } = nameOf(value, space)
      return note(known, { kind: 'enum', name, symbols: symbols.map(String), hasDefault: usual !== undefined })
    }
    case 'fixed': {
      if (!Number.isInteger(size)) throw new Error('a fixed type needs a size')
      return note(known, { kind: 'fixed', name: nameOf(value, space).name, size: Number(size) })
    }
    case 'array':
      if (items === undefined) throw new Error('an array needs items')
      return { kind: 'array', inner: readType(items, known, space) }
    case 'map':
      if (values === undefined) throw new Error('a map needs values')
      return { kind: 'map', inner: readType(values, known, space) }
    default:
      return readType(type, known, space)
  }
}

function readRecord(value: Value, known: Map<string, AvroType>, outer: string): AvroType {
  const { name, space } = nameOf(value, outer)
  const { fields } = value
  if (!Array.isArray(fields)) throw new Error(`the record ${name} needs fields`)
  const record: AvroType & { readonly kind: 'record' } = { kind: 'record', name, fields: [] }
  // Known before its fields are read: they may be of its own type.
  note(known, record)
  const seen = new Set<string>()
  record.fields = fields.map((field: unknown): AvroField => {
    const { name: own, aliases, type } = isRecord(field) ? field : {}
    if (typeof own !== 'string' || !nameForm.test(own)) throw new Error(`a field of ${name} has no proper name`)
    if (seen.has(own)) throw new Error(`${name} has two fields ${own}`)
    seen.add(own)
    return {
      name: own,
      aliases: Array.isArray(aliases) ? aliases.map(String) : [],
      type: readType(type, known, space),
      hasDefault: isRecord(field) && Object.hasOwn(field, 'default'),
    }
  })
  return record
}

function nameOf(value: Value, outer: string): { readonly name: string; readonly space: string } {
  const { name, namespace, type } = value
  if (typeof name !== 'string' || !nameForm.test(name)) throw new Error(`${String(type)} needs a proper name`)
  const full = name.includes('.') ? name : [namespace ?? outer, name].filter(Boolean).join('.')
  return { name: full, space: full.split('.').slice(0, -1).join('.') }
}

function note<T extends AvroType & { readonly name: string }>(known: Map<string, AvroType>, type: T): T {
  if (known.has(type.name)) throw new Error(`${type.name} is defined twice`)
  known.set(type.name, type)
  return type
}

function readName(name: string, known: Map<string, AvroType>, space: string): AvroType {
  if (primitives.has(name)) return { kind: 'primitive', name }
  const found = known.get(space === '' || name.includes('.') ? name : `${space}.${name}`) ?? known.get(name)
  if (!found) throw new Error(`there is no type ${JSON.stringify(name)}`)
  return found
}

/** A value of the type before → types it may be read as. */
const promotions: Readonly<Record<string, readonly string[]>> = {
  int: ['long', 'float', 'double'],
  long: ['float', 'double'],
  float: ['double'],
  string: ['bytes'],
  bytes: ['string'],
}

/** What was found for two records; nothing against them while they are being looked at, since types may hold themselves. */
type Known = Map<string, string | undefined>

/** Why a program with `reader` cannot read what was written with `writer`; undefined when it can. */
export function whyAvroCannotRead(
  reader: AvroType,
  writer: AvroType,
  at = '',
  known: Known = new Map(),
  steps = createSteps(),
): string | undefined {
  if (!steps.take()) return tooLarge
  const mismatch = `${at || 'the schema'} is ${label(reader)} in the one and ${label(writer)} in the other`
  if (writer.kind === 'union') return first(writer.branches, (branch) => whyAvroCannotRead(reader, branch, at, known, steps))
  if (reader.kind === 'union')
    return reader.branches.some((branch) => whyAvroCannotRead(branch, writer, at, known, steps) === undefined) ? undefined : mismatch
  if (reader.kind === 'primitive' || writer.kind === 'primitive') {
    if (reader.kind !== 'primitive' || writer.kind !== 'primitive') return mismatch
    return reader.name === writer.name || promotions[writer.name]?.includes(reader.name) ? undefined : mismatch
  }
  if ((reader.kind === 'array' && writer.kind === 'array') || (reader.kind === 'map' && writer.kind === 'map'))
    return whyAvroCannotRead(reader.inner, writer.inner, `${at}[]`, known, steps)
  if (!('name' in reader) || !('name' in writer) || reader.kind !== writer.kind || last(reader.name) !== last(writer.name)) return mismatch
  if (reader.kind === 'fixed' && writer.kind === 'fixed') return reader.size === writer.size ? undefined : mismatch
  if (reader.kind === 'enum' && writer.kind === 'enum') {
    const lost = writer.symbols.filter((symbol) => !reader.symbols.includes(symbol))
    return lost.length === 0 || reader.hasDefault ? undefined : `${at || reader.name} lacks the symbols ${lost.join(', ')}`
  }
  if (reader.kind !== 'record' || writer.kind !== 'record') return mismatch
  const pair = `${reader.name} ${writer.name}`
  if (known.has(pair)) return known.get(pair)
  known.set(pair, undefined)
  const why = first(reader.fields, ({ name, aliases, type, hasDefault }) => {
    const path = at === '' ? name : `${at}.${name}`
    const source = writer.fields.find((field) => field.name === name || aliases.includes(field.name))
    if (source) return whyAvroCannotRead(type, source.type, path, known, steps)
    return hasDefault ? undefined : `the field ${path} is not in both and has no default`
  })
  known.set(pair, why)
  return why
}

const last = (name: string) => name.split('.').at(-1)
const label = (type: AvroType) => ('name' in type ? type.name : type.kind)

function first<T>(items: readonly T[], why: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = why(item)
    if (found !== undefined) return found
  }
  return undefined
}
