/** Lists the most expensive bodies that a schema allows, in any size. */
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'
import { isObject } from '../../is-object.ts'
import { type ResolveSchema, listTypes } from '../fuzz/resolve-schema.ts'
import { listPlaces, type Place, setAt, getAt } from './schema-places.ts'

export interface Attack {
  readonly name: string
  /** Renders a body of about this many bytes. */
  readonly render: (bytes: number) => string
  /** True for regular expressions that may backtrack, which small sizes already show. */
  readonly isPatternProbe?: boolean
  /** Maximum size in bytes. */
  readonly maxBytes?: number
}

/** Placeholder for JSON that is inserted as text. */
const placeholder = '\u{1f573}hole'

/** Schemas that were tested in another operation: its validator is the same, so only accepted values are tested again. */
export interface SeenKeys {
  /** Returns true the first time. */
  readonly isNew: (key: string) => boolean
}

export function createSeenKeys(): SeenKeys {
  const keys = new Set<string>()
  return { isNew: (key) => keys.size < keys.add(key).size }
}

export function listAttacks(
  { api, id }: { readonly api: string; readonly id: string },
  schema: SchemaObject,
  example: unknown,
  open: ResolveSchema,
  seen: SeenKeys,
): Attack[] {
  const places = listPlaces(schema, open, id)
  return [
    ...(seen.isNew(`${api} whole`) ? attackWhole(example) : []),
    ...places.flatMap((place) => {
      const isNew = seen.isNew(`${api} ${place.key}`)
      const path = place.steps.map(({ name }) => name).join('.') || 'body'
      const [before = '', after = ''] = JSON.stringify(setAt(example, place.steps, placeholder)).split(JSON.stringify(placeholder))
      const all = [...(isNew ? attackPlace(place, seen) : []), ...attackWithValidValues(place, example, open)]
      return all.map(({ name, render, ...rest }) => ({
        ...rest,
        name: `${path}: ${name}`,
        render: (bytes: number) => `${before}${render(bytes)}${after}`,
      }))
    }),
  ]
}

const repeat = (text: string, bytes: number, between = '') =>
  Array.from({ length: Math.max(1, Math.floor(bytes / (text.length + between.length))) }, () => text).join(between)

const renderList = (item: string) => (bytes: number) => `[${repeat(item, bytes, ',')}]`

function renderFields(value: string): (bytes: number) => string {
  return (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / (value.length + 11)) }, (_, n) => `"k${String(n).padStart(6, '0')}":${value}`).join(',')}}`
}

/** Attacks on the JSON parser, before any schema applies. */
function attackWhole(example: unknown): Attack[] {
  const [name = 'name'] = isObject(example) ? Object.keys(example) : []
  const nest = (open: string, close: string) => (bytes: number) => {
    const levels = Math.floor(bytes / (open.length + close.length))
    return `${open.repeat(levels)}1${close.repeat(levels)}`
  }
  return [
    { name: 'lists in lists', render: nest('[', ']') },
    { name: 'objects in objects', render: nest('{"a":', '}') },
    { name: 'many lists of 98 levels', render: renderList(`${'['.repeat(98)}${']'.repeat(98)}`) },
    { name: 'brackets in a string', render: (bytes) => `{"${name}":"${'['.repeat(bytes)}"}` },
    { name: 'an unterminated string', render: (bytes) => `{"${name}":"${'\\"'.repeat(bytes / 2)}` },
    { name: 'backslashes', render: (bytes) => `{"${name}":"${'\\\\'.repeat(bytes / 2)}"}` },
    { name: 'quotes', render: (bytes) => '"'.repeat(bytes) },
    { name: 'a repeated property', render: (bytes) => `{${repeat(`"${name}":{}`, bytes, ',')}}` },
    { name: 'spaces', render: (bytes) => ' '.repeat(bytes) },
    { name: 'numbers of 10,000 digits', render: renderList('1'.repeat(10_000)) },
  ]
}

function attackPlace({ schema }: Place, seen: SeenKeys): Attack[] {
  const types = listTypes(schema)
  const attacks: Attack[] = []
  if (types.includes('array'))
    for (const item of ['{}', '1', 'null', '""', '[]']) attacks.push({ name: `a list of ${item}`, render: renderList(item) })
  if (types.includes('object'))
    for (const value of ['1', 'null', '{}']) attacks.push({ name: `an object of ${value}`, render: renderFields(value) })
  if (types.includes('string')) attacks.push(...attackText(schema, seen))
  if (types.includes('integer') || types.includes('number')) attacks.push({ name: 'digits', render: (bytes) => '1'.repeat(bytes) })
  return attacks
}

function attackText({ pattern, format, examples = [] }: SchemaObject, seen: SeenKeys): Attack[] {
  const long = (name: string, part: string, isPatternProbe = false): Attack => ({
    name,
    isPatternProbe,
    render: (bytes) => JSON.stringify(`${part.repeat(Math.ceil(bytes / part.length))}\u0001`),
  })
  const isPlain = pattern === undefined && format === undefined
  if (isPlain || !seen.isNew(`${pattern} ${format}`)) return [long('letters', 'a')]
  // Letters of the pattern and of its example reach its groups.
  const letters = new Set([...String(examples[0] ?? ''), ...(pattern ?? '').replaceAll(/\\./g, ''), 'a', '0', '.', '-', ' ', ':', '/'])
  const singles = [...letters].filter((letter) => !/[\\()[\]{}?*+|^$]/.test(letter)).slice(0, 24)
  const text = String(examples[0] ?? 'a')
  return [...singles, ...(text === '' ? [] : [text]), 'a.', 'a-', 'a:', 'a/', '0.'].map((part) =>
    long(`“${part}” for a pattern`, part, true),
  )
}

/** Lists the largest valid values. */
function attackWithValidValues({ schema, steps }: Place, example: unknown, open: ResolveSchema): Attack[] {
  const { items, maxItems, maxLength, pattern, format, enum: several, uniqueItems } = schema
  const types = listTypes(schema)
  const exampleValue = getAt(example, steps)
  if (types.includes('array') && items) {
    const own = (Array.isArray(exampleValue) ? exampleValue[0] : undefined) ?? getExample(items, open)
    if (own === undefined || uniqueItems) return []
    const text = JSON.stringify(own)
    const maxCount = maxItems ?? Infinity
    return [
      {
        name: 'the maximum number of valid items',
        render: (bytes) => `[${Array.from({ length: Math.min(maxCount, bytes / (text.length + 1)) }, () => text).join(',')}]`,
      },
    ]
  }
  if (types.includes('string') && pattern === undefined && format === undefined && several === undefined)
    return [{ name: 'the longest valid text', render: (bytes) => JSON.stringify('a '.repeat(bytes / 2).slice(0, maxLength ?? bytes)) }]
  return []
}

function getExample(closed: SchemaObject, open: ResolveSchema): unknown {
  const { examples, oneOf, properties, required = [] } = open(closed)
  if (examples) return examples[0]
  if (oneOf?.[0]) return getExample(oneOf[0], open)
  if (!properties) return undefined
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, member]) => [name, getExample(member, open)]),
  )
}
