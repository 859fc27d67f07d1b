/**
 * Reads a Markdown outline of the operations that clients call: tables whose first column is `Operation`, and whose other is `Request → reply`, `Outline`, or what somebody
 * `reads`, and lines such as `GET /v2/sizes → sizes[], L`; sentences in between say what shorthands mean (`P = page, per_page`) and what paths begin with (`Under /v2/gen-ai.`).
 */
import type { Shape } from '../facts/shape.ts'
import { parseFields } from './parse-fields.ts'
import { type NamedOperation, parseOperations, withoutRemarks } from './parse-operations.ts'

export interface Outline {
  readonly operations: readonly OutlinedOperation[]
  /** What shorthands stand for. */
  readonly schemas: ReadonlyMap<string, Shape>
}

export interface OutlinedOperation extends NamedOperation {
  /** `clients.md:17` */
  readonly place: string
  readonly body?: Shape
  /** One of them must be what we answer; none when the reply has no body, or nobody reads it. */
  readonly replies: readonly OutlinedReply[]
}

export interface OutlinedReply {
  readonly shape: Shape
  /** Whether it is said to have no root. */
  readonly isUnwrapped: boolean
}

type Column = 'both' | 'reads'

interface Table {
  readonly prefix: string
  readonly column: { readonly kind: Column; readonly at: number }
  readonly width: number
  readonly rows: OutlinedOperation[]
}

/** Undefined where the text has no such table. @throws Error that begins with the place: `clients.md:17: …` */
export function readOutline(file: string, text: string): Outline | undefined {
  const lines = text.split('\n')
  const shorthands = listShorthands(lines)
  const schemas = new Map<string, Shape>()
  const notation = { shorthands: new Set(shorthands.keys()), define: (name: string, shape: Shape) => void schemas.set(name, shape) }
  // What comes after a full stop is for the reader.
  const read = (fields: string) => parseFields(withoutRemarks(fields).replace(/\.(?:\s.*)?$/, ''), notation)
  const operations: OutlinedOperation[] = []
  let prefix = ''
  let table: Table | undefined
  let isOutline = false
  for (const [index, line] of lines.entries()) {
    const place = `${file}:${index + 1}`
    try {
      if (!line.startsWith('|')) {
        table = undefined
        prefix = line.startsWith('#') ? '' : (/\bUnder (\/[\w/-]+)/.exec(line)?.[1] ?? prefix)
        const [, name, fields] = definitionForm.exec(line) ?? []
        if (name !== undefined && fields !== undefined) schemas.set(name, defineLater(name, fields, operations, read))
        const [, operation, bodies] = lineForm.exec(line) ?? []
        if (operation !== undefined && bodies !== undefined)
          operations.push(...readRow([operation, bodies], lineTable(prefix), place, read))
      } else if (!table) {
        table = readHeader(cellsOf(line), prefix)
        isOutline ||= table !== undefined
        // A table about something else is passed over, line by line.
        if (!table) table = otherTable
      } else if (table !== otherTable && !/^\|[\s|:-]+$/.test(line)) {
        operations.push(...readRow(cellsOf(line), table, place, read))
      }
    } catch (error) {
      throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
  for (const [name, fields] of shorthands) if (!schemas.has(name)) schemas.set(name, read(fields))
  return isOutline || operations.length > 0 ? complete(file, operations, schemas) : undefined
}

const otherTable: Table = { prefix: '', column: { kind: 'both', at: 0 }, width: 0, rows: [] }

/** A line for itself: `IMG = id, name, source s.` */
const definitionForm = /^([A-Z]+) = (.*?)\.?$/

/** An operation outside of a table: `GET /v2/sizes → sizes[], L`. */
const lineForm = /^((?:GET|POST|PUT|PATCH|DELETE) [^→]*?)\s*(→.*)$/

const lineTable = (prefix: string): Table => ({ prefix, column: { kind: 'both', at: 1 }, width: 2, rows: [] })

/** Those that a sentence explains: `P = page, per_page; L = links, meta.` */
function listShorthands(lines: readonly string[]): Map<string, string> {
  const sentences = lines.filter((line) => !line.startsWith('|') && !definitionForm.test(line)).join('\n')
  const found = sentences.matchAll(/(?<![\w`])(?:`([a-z]+)`|([A-Z]+)) = ([a-z][\w*]*(?:, [a-z][\w*]*)*)/g)
  return new Map([...found].map(([, small = '', capital = '', fields = '']) => [small || capital, fields]))
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

function readHeader(cells: readonly string[], prefix: string): Table | undefined {
  const [first = ''] = cells
  if (!/^Operation\b/.test(first)) return undefined
  const own = /\((\/[^\s…)]*)…?\)/.exec(first)?.[1]
  const both = cells.findIndex((cell) => /^(?:Request → reply|Outline)$/.test(cell))
  const reads = cells.findIndex((cell) => /\breads$/.test(cell))
  if (both < 0 && reads < 0)
    throw new Error(`Expected a column "Request → reply", "Outline" or "… reads" beside "${first}" but found ${cells.slice(1).join(', ')}.`)
  return {
    prefix: own ?? prefix,
    column: both < 0 ? { kind: 'reads', at: reads } : { kind: 'both', at: both },
    width: cells.length,
    rows: [],
  }
}

type Read = (fields: string) => Shape

function readRow(cells: readonly string[], table: Table, place: string, read: Read): OutlinedOperation[] {
  if (cells.length !== table.width) throw new Error(`Expected ${table.width} cells, as in the table's head, but found ${cells.length}.`)
  const [first = ''] = cells
  const named = parseOperations(first, table.prefix, table.rows.at(-1)?.path)
  const cell = cells[table.column.at] ?? ''
  const rest = table.column.kind === 'reads' ? named.map(() => ({ replies: readRoots(cell) })) : readBoth(cell, named.length, table, read)
  const rows = named.map((operation, at) => ({ ...operation, place, ...(rest[at] ?? { replies: [] }) }))
  table.rows.push(...rows)
  return rows
}

type Bodies = Pick<OutlinedOperation, 'body' | 'replies'>

/** `request → reply`, where several operations of one row may have replies of their own: `image; empty`. */
function readBoth(cell: string, count: number, table: Table, read: Read): Bodies[] {
  const [request = '', reply = ''] = cell.split('→').map((part) => part.trim())
  const body = request === '' || request === 'no body' ? undefined : read(request)
  const parts = splitOutside(reply)
  return Array.from({ length: count }, (_, at) => ({
    ...(body && { body }),
    replies: readReply((count > 1 && parts.length === count ? parts[at] : reply) ?? '', table, read),
  }))
}

function readReply(text: string, { rows }: Table, read: Read): readonly OutlinedReply[] {
  if (/^(?:|empty|body not read)$/.test(text)) return []
  const [, same] = /^as ([A-Z]+)$/.exec(text) ?? []
  if (same !== undefined) {
    const row = rows.findLast(({ method }) => method === same)
    if (!row) throw new Error(`"${text}" needs a row of ${same} before it, and there is none.`)
    return row.replies
  }
  const bare = text.replace(/^(?:unwrapped|\(no root\))\s*/, '')
  // `unwrapped S = name s`: the object itself.
  const named = /^([A-Z]\w*) = /.exec(bare)?.[0] ?? ''
  if (named === '') return [{ shape: read(bare), isUnwrapped: bare !== text }]
  const holder = read(`it: ${bare}`)
  const shape = holder.kind === 'object' ? holder.properties[0]?.shape : undefined
  return shape ? [{ shape, isUnwrapped: true }] : []
}

/** `vpc_peering; vpc_peerings`, `storage`, `unwrapped Scan`, `config.mysql_parameters`. */
function readRoots(cell: string): OutlinedReply[] {
  return withoutRemarks(cell)
    .split(/;\s*/)
    .map((text) => {
      const isUnwrapped = /^unwrapped\b/.test(text)
      const names = isUnwrapped ? [] : text.split(/,\s*/)
      return { isUnwrapped, shape: { kind: 'mix', parts: names.map((name) => nest(name.split('.'))) } }
    })
}

function nest([name, ...inner]: readonly string[]): Shape {
  if (name === undefined) return { kind: 'plain' }
  return { kind: 'object', properties: [{ name, shape: nest(inner) }] }
}

/** At semicolons that are in no braces. */
function splitOutside(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0
    if (letter === ';' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

/** `create fields less name, plus uuid s`: those that the operation takes which answers it. */
function defineLater(name: string, fields: string, operations: readonly OutlinedOperation[], read: Read): Shape {
  const [, less = '', more] = /^create fields(?: less ([\w, ]*\w))?, plus (.*)$/.exec(fields) ?? []
  if (more === undefined) return read(fields)
  const maker = operations.find(({ method, replies }) => method === 'POST' && replies.some(({ shape }) => refersTo(shape, name)))
  if (maker?.body?.kind !== 'object') throw new Error(`"create fields" needs a POST before it that answers ${name}, and there is none.`)
  const left = new Set(less.split(/,\s*/))
  const kept = maker.body.properties.filter((property) => !left.has(property.name))
  return { kind: 'mix', parts: [{ kind: 'object', properties: kept }, read(more)] }
}

function refersTo(shape: Shape, name: string): boolean {
  switch (shape.kind) {
    case 'name':
      return shape.name === name
    case 'object':
      return shape.properties.some((property) => refersTo(property.shape, name))
    case 'mix':
      return shape.parts.some((part) => refersTo(part, name))
    case 'list':
    case 'map':
      return refersTo(shape.of, name)
    case 'plain':
      return false
  }
}

/** A shorthand in capitals has a meaning; another name is only said for the reader. */
function complete(file: string, operations: readonly OutlinedOperation[], schemas: Map<string, Shape>): Outline {
  const look = (shape: Shape, place: string): void => {
    if (shape.kind === 'name' && !schemas.has(shape.name)) {
      if (/^[A-Z]+$/.test(shape.name)) throw new Error(`${place}: Nothing says what ${shape.name} is. Add a line "${shape.name} = …".`)
      schemas.set(shape.name, { kind: 'plain' })
    }
    if (shape.kind === 'object') for (const property of shape.properties) look(property.shape, place)
    if (shape.kind === 'mix') for (const part of shape.parts) look(part, place)
    if (shape.kind === 'list' || shape.kind === 'map') look(shape.of, place)
  }
  for (const shape of schemas.values()) look(shape, file)
  for (const { body, replies, place } of operations)
    for (const shape of [...(body ? [body] : []), ...replies.map((reply) => reply.shape)]) look(shape, place)
  return { operations: operations.map((operation) => ({ ...operation, queries: expandQueries(operation, schemas) })), schemas }
}

/** `P` is page and per_page. */
function expandQueries({ queries }: NamedOperation, schemas: ReadonlyMap<string, Shape>): string[] {
  return queries.flatMap((name) => {
    const shape = schemas.get(name)
    return shape?.kind === 'object' ? shape.properties.map((property) => property.name) : [name]
  })
}
