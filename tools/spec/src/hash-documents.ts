/** Tells which documents changed, or refer to one that did. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A hash for the name of each document. */
export type Hashes = Readonly<Record<string, string>>

/** One of each document with all that it reaches by references, and of `common`. */
export function hashDocuments(paths: readonly string[], common: string): Hashes {
  const bodies = new Map<string, string>()
  return Object.fromEntries(
    paths.map((path) => [
      basename(path),
      hashTexts([common, ...[...reach([path], bodies)].toSorted().map((reached) => bodies.get(reached) ?? '')]),
    ]),
  )
}

/** Documents, and all that they reach by references; the text of each is kept in `bodies`. */
export function reach(paths: readonly string[], bodies = new Map<string, string>()): Set<string> {
  const reached = new Set(paths)
  for (const from of reached) {
    const body = bodies.get(from) ?? readFileSync(from, 'utf8')
    bodies.set(from, body)
    for (const [, target = ''] of body.matchAll(/([\w./-]+\.yaml)#\//g)) reached.add(join(dirname(from), target))
  }
  return reached
}

export function hashTexts(texts: readonly string[]): string {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(`${text.length}\n${text}`)
  return sum.digest('hex')
}
