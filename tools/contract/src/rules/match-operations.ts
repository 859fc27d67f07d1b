/** Finds the operations that a pattern in spec/rules.yaml names. */
import type { OperationEntry } from '../load-specification.ts'

interface Pattern {
  /** Binds the operations of this method only. */
  readonly method: string | undefined
  /** Matched against paths when it begins with `/`, otherwise against operationIds. */
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

/** The patterns that match nothing because no document of their family is written yet. */
export function findPending(patterns: readonly string[], entries: readonly OperationEntry[]): string[] {
  return patterns.filter((pattern) => matchOperations(pattern, entries).length === 0 && !hasFamily(pattern, entries))
}

/** Whether the specification has the family that a pattern speaks of; one that matches nothing is then a mistake. */
export function hasFamily(pattern: string, entries: readonly OperationEntry[]): boolean {
  const { text } = parsePattern(pattern)
  if (!text.startsWith('/')) {
    return entries.some(({ family }) => text.startsWith(`${family.group}_`))
  }
  const root = rootOf(text)
  return entries.some(({ operation }) => rootOf(operation.path) === root)
}

function parsePattern(pattern: string): Pattern {
  const [, method, text = pattern] = /^(GET|POST|PUT|PATCH|DELETE) (.+)$/.exec(pattern) ?? []
  return { method: method?.toLowerCase(), text }
}

/** `/v2/databases/*` + `/config` → `/v2/databases`. */
function rootOf(path: string): string {
  return path.split('/').slice(0, 3).join('/').replaceAll('*', '')
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
