/** Finds the operations that match a pattern of spec/rules.yaml. */
import type { OperationEntry } from '../load-specification.ts'

interface Pattern {
  /** Restricts the pattern to this method. */
  readonly method: string | undefined
  /** Matches paths when it starts with `/`, otherwise operationIds. */
  readonly text: string
}

export function matchOperations(pattern: string, entries: readonly OperationEntry[]): OperationEntry[] {
  const { method, text } = parsePattern(pattern)
  const expression = new RegExp(`^${text.split('*').map(escape).join('.*')}$`)
  return entries.filter(
    ({ operation }) =>
      (method === undefined || operation.method === method) && expression.test(text.startsWith('/') ? operation.path : operation.id),
  )
}

/** Lists the patterns whose family the specification does not have yet. */
export function findPending(patterns: readonly string[], entries: readonly OperationEntry[]): string[] {
  return patterns.filter((pattern) => matchOperations(pattern, entries).length === 0 && !hasFamily(pattern, entries))
}

/** True if the specification has the family of a pattern; a pattern without matches is then an error. */
export function hasFamily(pattern: string, entries: readonly OperationEntry[]): boolean {
  const { text } = parsePattern(pattern)
  if (!text.startsWith('/')) {
    return entries.some(({ family }) => text.startsWith(`${family.group}_`))
  }
  const root = getRootPath(text)
  return entries.some(({ operation }) => getRootPath(operation.path) === root)
}

function parsePattern(pattern: string): Pattern {
  const [, method, text = pattern] = /^(GET|POST|PUT|PATCH|DELETE) (.+)$/.exec(pattern) ?? []
  return { method: method?.toLowerCase(), text }
}

/** `/v2/databases/*` + `/config` → `/v2/databases`. */
function getRootPath(path: string): string {
  return path.split('/').slice(0, 3).join('/').replaceAll('*', '')
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
