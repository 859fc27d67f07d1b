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

function parsePattern(pattern: string): Pattern {
  const [, method, text = pattern] = /^(GET|POST|PUT|PATCH|DELETE) (.+)$/.exec(pattern) ?? []
  return { method: method?.toLowerCase(), text }
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
