/** Tells which documents changed, or refer to one that did. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A hash for the name of each document. */
export type Hashes = Readonly<Record<string, string>>

/** One of each document with all that it reaches by references, and of `common`. */
export function hashDocuments(paths: readonly string[], common: string): Hashes {
  const bodies = new Map<string, string>()
  const read = (path: string) => {
    const body = bodies.get(path) ?? readFileSync(path, 'utf8')
    bodies.set(path, body)
    return body
  }
  return Object.fromEntries(
    paths.map((path) => {
      const reached = new Set([path])
      for (const from of reached) {
        for (const [, target = ''] of read(from).matchAll(/([\w./-]+\.yaml)#\//g)) reached.add(join(dirname(from), target))
      }
      return [basename(path), hashTexts([common, ...[...reached].toSorted().map(read)])]
    }),
  )
}

export function hashTexts(texts: readonly string[]): string {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(`${text.length}\n${text}`)
  return sum.digest('hex')
}
