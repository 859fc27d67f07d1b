/** Tells which documents changed, or refer to one that did. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A hash for the name of each document. */
export type Hashes = Readonly<Record<string, string>>

/** A document as it was read, with the paths of those that it refers to. */
interface Linked {
  readonly body: string
  readonly targets: readonly string[]
}

/** By path, for what is read once to serve several questions. */
type Links = Map<string, Linked>

/** One of each document with all that it reaches by references, and of `common`. */
export function hashDocuments(paths: readonly string[], common: string): Hashes {
  const links: Links = new Map()
  return Object.fromEntries(
    paths.map((path) => [
      basename(path),
      hashTexts([common, ...[...reach([path], links)].toSorted().map((reached) => links.get(reached)?.body ?? '')]),
    ]),
  )
}

/** Documents, and all that they reach by references. */
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
  const body = readFileSync(path, 'utf8')
  // From its end backwards: forwards, every word could be the beginning of a name.
  const names = new Set([...body.matchAll(/(?<=([\w./-]+))\.yaml#\//g)].map(([, name = '']) => `${name}.yaml`))
  return { body, targets: [...names].map((name) => join(dirname(path), name)) }
}

export function hashTexts(texts: readonly string[]): string {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(`${text.length}\n${text}`)
  return sum.digest('hex')
}
