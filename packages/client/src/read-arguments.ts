/** Reads what an operation was called with: a request with its parts, or the ids of its path in order and then its fields by themselves. */
import type { OperationFacts } from './family-table.ts'
import type { AnyRequest, Target } from './transport.ts'

type Part = OperationFacts['takes']

const parts: ReadonlySet<string> = new Set(['path', 'query', 'header', 'body'])

const found: Record<string, readonly string[]> = {}

/** The parameters of a path, in its order. Every call asks; there are as many paths as operations. */
export const findIds = (path: string): readonly string[] => (found[path] ??= path.match(/[^{]+(?=\})/g) ?? [])

export const isPart = (name: string): boolean => parts.has(name)

/** The request, and what follows it. `takes` is the part of the request that fields by themselves are. */
export function readArguments<Rest extends readonly unknown[]>(
  target: Target,
  [first, ...rest]: readonly unknown[],
  takes: Part = findPart(target),
): [request: AnyRequest | undefined, ...Rest] {
  const names = findIds(target.path)
  let request: unknown = first
  if (names.length > 0 && first !== undefined && Object(first) !== first) {
    const path: Record<string, unknown> = {}
    for (const name of names) path[name] = name === names[0] ? first : rest.shift()
    const fields = takes && rest.shift()
    // No operation has a field that is named as the part it takes: these are the other parts of a request, from a program without types.
    const isRequest = Object.keys(Object(fields)).join() === takes
    request = { ...(isRequest ? (fields as object) : takes && { [takes]: fields }), path }
  } else if (takes && names.length === 0 && isFields(first)) request = { [takes]: first }
  return [request as AnyRequest | undefined, ...(rest as unknown as Rest)]
}

/** The part of a request that fields by themselves are. */
export function findPart({ method, facts }: Target): Part {
  return facts.takes ?? (method.startsWith('P') ? 'body' : (facts.pages ?? facts.list) === undefined ? '' : 'query')
}

/** No operation without ids in its path has a field that is named as a part of a request. */
function isFields(given: unknown): boolean {
  const names = Object.keys(Object(given))
  return Object(given) === given && names.length > 0 && !names.some(isPart)
}
