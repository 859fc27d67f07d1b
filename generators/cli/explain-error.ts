/** One line a person can act on: the document and line the error is at, and what to do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import type { Source } from '../model/api-model.ts'
import { SpecError } from '../model/spec-error.ts'

export function explainError(error: unknown, root: string): string {
  if (error instanceof SpecError) return `spec/${error.source.file}:${findLine(root, error.source)}: ${error.message}`
  return `generate: ${error instanceof Error ? error.message : String(error)}`
}

/** The line of a JSON pointer in a document, or of the nearest thing around it that is written in that document. */
export function findLine(root: string, source: Source): number {
  try {
    const lines = new LineCounter()
    const document = parseDocument(readFileSync(join(root, 'spec', source.file), 'utf8'), { lineCounter: lines })
    const parts = source.pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    for (let length = parts.length; length > 0; length--) {
      const node = document.getIn(parts.slice(0, length), true) as { readonly range?: readonly number[] } | undefined
      if (node?.range?.[0] !== undefined) return lines.linePos(node.range[0]).line
    }
  } catch {
    // The document cannot be read; its name alone still helps.
  }
  return 1
}
