/** Reads the first cell of a row: `POST /instances/{id}/pause, /resume (2)`, `GET, DELETE /images/{id} (2)`, `PUT same`, `GET …/journeys/{jid} ?P,name`. */

export interface NamedOperation {
  readonly method: string
  readonly path: string
  /** Names, or words that stand for several. */
  readonly queries: readonly string[]
}

const method = '(?:GET|POST|PUT|PATCH|DELETE)'
const rowForm = new RegExp(`^(${method}(?:, ${method})*)(?:\\s+(.*))?$`)
const pathForm = /^(?:[/…](?:\{[^}]*\}|[^\s,?{])*)+/

/** `prefix`: what the table's paths begin with. `before`: the path of the row before. @throws Error that says what was expected */
export function parseOperations(cell: string, prefix: string, before: string | undefined): NamedOperation[] {
  const count = /\((\d+)\)\s*$/.exec(cell)?.[1]
  const operations: NamedOperation[] = []
  for (const part of withoutRemarks(cell).split(/;\s*/)) {
    const previous = operations.at(-1)?.path ?? before
    operations.push(...parsePart(part, prefix, previous))
  }
  if (count !== undefined && operations.length !== Number(count))
    throw new Error(`Expected ${count} operations, as "(${count})" says, but found ${operations.length}.`)
  return operations
}

/** Without emphasis and what stands in parentheses. */
export function withoutRemarks(text: string): string {
  return text
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\s*\([^()]*\)/g, '')
    .trim()
}

function parsePart(part: string, prefix: string, before: string | undefined): NamedOperation[] {
  const [, methods, rest = ''] = rowForm.exec(part) ?? []
  if (methods === undefined) throw new Error(`Expected a method such as GET but found "${part}".`)
  const [address = '', query = ''] = rest.split(/\s*\?(?=\w)/)
  const queries = query.split(',').flatMap((name) => name.trim().split(/\s+/)[0] || [])
  return parsePaths(address.trim(), prefix, before).flatMap((path) => methods.split(', ').map((name) => ({ method: name, path, queries })))
}

function parsePaths(address: string, prefix: string, before: string | undefined): string[] {
  if (address === '' && prefix !== '') return [prefix]
  if (address === 'same') return [before ?? failWithout('same')]
  const written = pathForm.exec(address)?.[0]
  if (written === undefined) throw new Error(`Expected a path but found "${address}".`)
  const first = written.startsWith('…') ? goOn(written.slice(1), before ?? failWithout('…')) : addPrefix(written, prefix)
  // What follows a comma takes the place of the last segment, unless it is a remark.
  const others = address.slice(written.length).split(/,\s*/).slice(1)
  return [first, ...others.filter((other) => other.startsWith('/')).map((other) => first.slice(0, first.lastIndexOf('/')) + other)]
}

function addPrefix(path: string, prefix: string): string {
  return /^\/v\d+\//.test(path) ? path : prefix + path
}

/** From where `before` has the first segment of `rest`, or from its end. */
function goOn(rest: string, before: string): string {
  const segment = /^\/[^/{]+/.exec(rest)?.[0]
  const at = segment === undefined ? -1 : `${before}/`.lastIndexOf(`${segment}/`)
  return (at < 0 ? before : before.slice(0, at)) + rest
}

function failWithout(word: string): never {
  throw new Error(`"${word}" goes on from a row before, and there is none.`)
}
