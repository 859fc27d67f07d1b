import type { NamedRow } from './row.ts'

/** Formats rows as a table. */
export function formatRows(rows: readonly NamedRow[]): string {
  const head = ['bench', 'subject', 'value', 'ratio', 'target', '']
  const cells = rows.map((row, index) => [
    rows[index - 1]?.bench === row.bench ? '' : row.bench,
    row.subject,
    `${row.value.toLocaleString('en')} ${row.unit}`,
    row.ratio === undefined ? '' : `${row.ratio.toFixed(2)} ×`,
    row.target ?? '',
    row.met === undefined ? '' : row.met ? 'met' : 'MISSED',
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = (column: number) => column === 2 || column === 3
  return [head, ...cells]
    .map((row) =>
      row.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n')
}
