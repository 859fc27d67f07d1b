/** Which operation of the specification a request is for. */
import type { OperationEntry } from '../load-specification.ts'

export type FindOperation = (method: string, path: string) => OperationEntry | undefined

/** Where several paths fit, the one with the fewest parameters is meant. */
export function createFindOperation(entries: readonly OperationEntry[]): FindOperation {
  const parametersOf = ({ operation }: OperationEntry) => operation.path.split('{').length
  const patterns = entries
    .toSorted((one, other) => parametersOf(one) - parametersOf(other))
    .map((entry) => ({ entry, pattern: new RegExp(`^${entry.operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`) }))
  return (method, path) =>
    patterns.find(({ entry, pattern }) => entry.operation.method === method.toLowerCase() && pattern.test(path))?.entry
}
