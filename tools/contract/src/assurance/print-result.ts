/** Prints the findings of a verification and one JSON line with its figures. */
export interface VerificationResult {
  readonly check: string
  readonly passed: number
  readonly total: number
  readonly findings: readonly string[]
  readonly figures: Readonly<Record<string, unknown>>
}

const maxPrinted = 100

export function printResult({ check, passed, total, findings, figures }: VerificationResult): void {
  for (const finding of findings.slice(0, maxPrinted)) console.error(finding)
  if (findings.length > maxPrinted) console.error(`and ${findings.length - maxPrinted} more`)
  console.log(JSON.stringify({ check, passed, total, ...figures, findings: findings.length }))
  if (total === 0) console.error('Nothing was checked: nothing has this name.')
  process.exitCode = findings.length === 0 && passed === total && total > 0 ? 0 : 1
}

/** Formats a finding on one line. */
export function formatFinding(operation: string, input: unknown, expected: unknown, actual: unknown): string {
  const formatValue = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 300)
  return `${operation} given ${formatValue(input)}: expected ${formatValue(expected)}, got ${formatValue(actual)}`
}
