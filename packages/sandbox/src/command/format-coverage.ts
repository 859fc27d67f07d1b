/** The table of operations and who answers each, as it is kept in COVERAGE.md. */
import type { Covered } from '../coverage.ts'

export function formatCoverage(rows: readonly Covered[]): string {
  const families = [...new Set(rows.map(({ operation }) => operation.family))]
  const sections = families.map((family) => {
    const own = rows.filter(({ operation }) => operation.family === family)
    const lines = own.map(({ operation, by }) => `| \`${operation.method} ${operation.path}\` | ${operation.id} | ${by} |`)
    return `## ${family}\n\n| operation | id | answered by |\n|---|---|---|\n${lines.join('\n')}\n`
  })
  const count = (by: Covered['by']) => rows.filter((row) => row.by === by).length
  return `<!-- Written by: pnpm verify operations --write -->

# Who answers what

Of ${rows.length} operations ${count('handler')} have a handler of their own, ${count('engine')} are answered by the engine from the tables alone, and ${count('501')} answer 501.

${sections.join('\n')}`
}
