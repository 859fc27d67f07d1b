/** Content of COVERAGE.md: all operations, and whether a handler or the generic engine implements each. */
import type { OperationCoverage } from '../coverage.ts'

export function formatCoverage(rows: readonly OperationCoverage[]): string {
  const families = [...new Set(rows.map(({ operation }) => operation.family))]
  const sections = families.map((family) => {
    const own = rows.filter(({ operation }) => operation.family === family)
    const lines = own.map(({ operation, by }) => `| \`${operation.method} ${operation.path}\` | ${operation.id} | ${by} |`)
    return `## ${family}\n\n| operation | id | implemented by |\n|---|---|---|\n${lines.join('\n')}\n`
  })
  const count = (by: OperationCoverage['by']) => rows.filter((row) => row.by === by).length
  return `<!-- Written by: pnpm verify operations --write -->

# Operations of the sandbox

Of ${rows.length} operations, ${count('handler')} have a handler in src/families, ${count('engine')} use the generic engine, which reads the specification, and ${count('501')} return 501.

${sections.join('\n')}`
}
