/** Reads a folder of facts: `<family>.txt`, `_shared.txt` and the list of all operations, `_operations.tsv`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseParameters, parseShape } from './parse-shape.ts'
import type { Shape } from './shape.ts'

export interface FactFamily {
  /** As the file is named: `reserved-ips`. */
  readonly name: string
  readonly operations: readonly FactOperation[]
  readonly schemas: ReadonlyMap<string, Shape>
}

export interface FactOperation {
  readonly method: string
  readonly path: string
  /** Path parameters are left out: a path's shape tells them, and their names may differ. */
  readonly parameters: readonly { readonly in: 'query' | 'header'; readonly name: string }[]
  readonly body?: Shape
  readonly replies: readonly FactReply[]
}

export interface FactReply {
  readonly status: string
  readonly mediaType: string
  /** Undefined when the reply has no body. */
  readonly shape?: Shape
}

export function readFacts(folder: string): FactFamily[] {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const names = readdirSync(folder).filter((name) => /^[^_].*\.txt$/.test(name))
  const shared = parseFamily('_shared', read('_shared.txt'))
  const families = names.toSorted().map((name) => {
    const family = parseFamily(name.replace(/\.txt$/, ''), read(name))
    return { ...family, schemas: new Map([...shared.schemas, ...family.schemas]) }
  })
  checkComplete(families, read('_operations.tsv'))
  return families
}

/** One file: a block for each operation, then a block for each schema, with an empty line between blocks (and sometimes in an empty object). */
export function parseFamily(name: string, text: string): FactFamily {
  const operations: FactOperation[] = []
  const schemas = new Map<string, Shape>()
  for (const block of text.split(/\n{2,}(?=\S)/)) {
    const schema = /^([\w.-]+) = ([^]+)$/.exec(block.trim())
    try {
      if (/^[A-Z]+ \//.test(block)) operations.push(parseOperation(block))
      else if (schema?.[1] && schema[2]) schemas.set(schema[1], parseShape(schema[2]))
    } catch (error) {
      throw new Error(`${name}.txt: ${block.split('\n')[0]}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
  return { name, operations, schemas }
}

function parseOperation(block: string): FactOperation {
  const [head = '', ...clauses] = block.trimEnd().split(/\n {2}(?=[a-z0-9])/)
  const [, method = '', path = ''] = /^([A-Z]+) (\S+)/.exec(head) ?? []
  const find = (keyword: RegExp) => clauses.find((clause) => keyword.test(clause))?.replace(keyword, '')
  const body = find(/^body!? (?:[a-z]+\/\S+ )?/)
  const parameters = (['query', 'header'] as const).flatMap((place) => {
    const line = find(new RegExp(`^${place}: `))
    return line === undefined ? [] : parseParameters(line).map(({ name }) => ({ in: place, name }))
  })
  const replies = clauses.filter((clause) => /^2\d\d: /.test(clause)).map(parseReply)
  return { method, path, parameters, replies, ...(body !== undefined && { body: parseShape(body) }) }
}

function parseReply(clause: string): FactReply {
  const [, status = '', mediaType = 'application/json', shape = ''] = /^(\d+): (?:([a-z]+\/\S+) )?([^]+)$/.exec(clause) ?? []
  return { status, mediaType, ...(shape !== '(no body)' && { shape: parseShape(shape) }) }
}

/** The list names every operation, so a block that was not read shows here. */
function checkComplete(families: readonly FactFamily[], list: string): void {
  const read = new Set(families.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${path}`)))
  const rows = list.trim().split('\n').slice(1)
  const lost = rows.map((row) => row.split('\t').slice(0, 2).join(' ')).filter((operation) => !read.has(operation))
  if (lost.length > 0) throw new Error(`_operations.tsv lists ${lost.join(', ')}, which no family's file describes.`)
}
