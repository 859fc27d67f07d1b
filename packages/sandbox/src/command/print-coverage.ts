/** `pnpm verify operations`: the number of operations by family, then one JSON line. `--list` prints every operation, `--write` writes COVERAGE.md. */
import { writeFileSync } from 'node:fs'
import { type OperationCoverage, listCoverage } from '../coverage.ts'
import { formatCoverage } from './format-coverage.ts'

const rows = listCoverage()
const count = (of: readonly OperationCoverage[], by: OperationCoverage['by']) => of.filter((row) => row.by === by).length

if (process.argv.includes('--write')) writeFileSync(new URL('../../COVERAGE.md', import.meta.url), formatCoverage(rows))
else if (process.argv.includes('--list')) {
  for (const { operation, by, ignores } of rows) {
    const suffix = ignores.length > 0 ? `  ignores ${ignores.join(', ')}` : ''
    console.log(`${by.padEnd(9)} ${operation.method.padEnd(6)} ${operation.path}  ${operation.id}${suffix}`)
  }
} else {
  console.log(`${'family'.padEnd(28)} handler   engine     501`)
  for (const family of new Set(rows.map(({ operation }) => operation.family))) {
    const own = rows.filter(({ operation }) => operation.family === family)
    const cells = (['handler', 'engine', '501'] as const).map((by) => String(count(own, by) || '').padStart(8))
    console.log(`${family.padEnd(28)}${cells.join('')}`)
  }
}
const missing = count(rows, '501')
console.log(
  JSON.stringify({
    check: 'sandbox-coverage',
    passed: rows.length - missing,
    total: rows.length,
    handler: count(rows, 'handler'),
    engine: count(rows, 'engine'),
    missing,
    ignoring: rows.filter(({ ignores }) => ignores.length > 0).length,
  }),
)
