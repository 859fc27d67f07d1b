/** One line a person can act on: the document and line the error is at, and what to do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Source } from '../model/api-model.ts'
import { SpecError } from '../model/spec-error.ts'

export function explainError(error: unknown, root: string): string {
  if (error instanceof SpecError) return `spec/${error.source.file}:${findLine(root, error.source)}: ${error.message}`
  return `generate: ${error instanceof Error ? error.message : String(error)}`
}

/** As far as a node of a parsed document is read here. */
interface ParsedNode {
  readonly value?: unknown
  readonly range?: readonly [number, number, number] | null
}

/** The line of a JSON pointer in a document, or of the nearest thing around it that is written in that document. */
export function findLine(root: string, source: Source): number {
  try {
    const lines = new LineCounter()
    const document = parseDocument(readFileSync(join(root, 'spec', source.file), 'utf8'), { lineCounter: lines })
    let node: unknown = document.contents
    let offset = 0
    for (const part of source.pointer.split('/').slice(1)) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      const entry = isMap<ParsedNode, ParsedNode>(node) ? node.items.find(({ key }) => String(key.value) === name) : undefined
      const value = entry ? entry.value : isSeq<ParsedNode>(node) ? node.items[Number(name)] : undefined
      // The line of a key, for the value of a map begins on the line below it.
      const written = entry?.key ?? value
      // What the conventions gave, such as the media type of a body, is written nowhere.
      if (!written?.range) continue
      offset = written.range[0]
      node = value
    }
    return lines.linePos(offset).line
  } catch {
    // The document cannot be read; its name alone still helps.
  }
  return 1
}
