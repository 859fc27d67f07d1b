/** Shows what the clients of an outline would miss. */
import type { ClientComparison, Lack } from './compare-clients.ts'

const kinds = ['operation', 'query', 'body', 'reply', 'root'] as const satisfies readonly Lack['kind'][]

/** Returns whether nothing is missing. */
export function printClients({ operations, lacks }: ClientComparison): boolean {
  if (lacks.length > 0) console.table(lacks)
  const count = (kind: Lack['kind']) => lacks.filter((lack) => lack.kind === kind).length
  const lacking = new Set(lacks.map(({ operation }) => operation)).size
  console.log(
    JSON.stringify({
      check: 'clients',
      passed: operations - lacking,
      total: operations,
      ...Object.fromEntries(kinds.map((kind) => [kind, count(kind)])),
    }),
  )
  return lacks.length === 0
}
