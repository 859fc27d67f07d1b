/** Hashes documents together with everything they refer to, to find those affected by a change. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Hash of each document by file name. */
export type Hashes = Readonly<Record<string, string>>

/** Text of a document and the paths of the documents that it refers to. */
interface Linked {
  readonly body: string
  readonly targets: readonly string[]
}

/** Documents by path, cached so that each file is read once. */
type Links = Map<string, Linked>

/** Hashes each document with all documents it refers to, directly or indirectly, and with `common`. */
export function hashDocuments(paths: readonly string[], common: string): Hashes {
  const links: Links = new Map()
  return Object.fromEntries(
    paths.map((path) => [
      basename(path),
      hashTexts([common, ...[...reach([path], links)].toSorted().map((reached) => links.get(reached)?.body ?? '')]),
    ]),
  )
}

/** Returns the documents and all documents they refer to, directly or indirectly. */
export function reach(paths: readonly string[], links: Links = new Map()): Set<string> {
  const reached = new Set(paths)
  for (const from of reached) {
    const linked = links.get(from) ?? readLinked(from)
    links.set(from, linked)
    for (const target of linked.targets) reached.add(target)
  }
  return reached
}

function readLinked(path: string): Linked {
  // Redocly reports a reference to a document that does not exist.
  const body = existsSync(path) ? readFileSync(path, 'utf8') : ''
  // Matches from `.yaml` backwards, because a forward match would start at every word.
  const names = new Set([...body.matchAll(/(?<=([\w./-]+))\.yaml#\//g)].map(([, name = '']) => `${name}.yaml`))
  return { body, targets: [...names].map((name) => join(dirname(path), name)) }
}

export function hashTexts(texts: readonly string[]): string {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(`${text.length}\n${text}`)
  return sum.digest('hex')
}
