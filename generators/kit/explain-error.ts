/** Formats an error as one line with document and line number. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Source } from '../model/api-model.ts'
import { SpecError } from '../model/spec-error.ts'

export function explainError(error: unknown, root: string): string {
  if (error instanceof SpecError) return `spec/${error.source.file}:${findLine(root, error.source)}: ${error.message}`
  return `generate: ${error instanceof Error ? error.message : String(error)}`
}

/** Node of a parsed YAML document. */
interface ParsedNode {
  readonly value?: unknown
  readonly range?: readonly [number, number, number] | null
}

/** Finds the line of a JSON pointer, or of its nearest parent in the document. */
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
      // The line of the key, as the value of a map starts below it.
      const located = entry?.key ?? value
      // Nodes added by the conventions are not in the document.
      if (!located?.range) continue
      offset = located.range[0]
      node = value
    }
    return lines.linePos(offset).line
  } catch {
    // The document cannot be read; its name alone still helps.
  }
  return 1
}
