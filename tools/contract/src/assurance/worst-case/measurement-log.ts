/** What came of asking for a lot, added up. */

/** Milliseconds for which one request may hold everything else. */
export const maxBlockedMs = 50

export interface MeasurementLog {
  readonly findings: string[]
  total: number
  passed: number
  /** The longest, and what it was. */
  worst: { readonly blockedMs: number; readonly request: string }
  readonly onProgress: (line: string) => void
}

/** What came of asking. */
export interface Measurement {
  /** Milliseconds at the most, and for what. */
  readonly blockedMs: number
  readonly request: string
  readonly finding?: string
}

export function addMeasurement(log: MeasurementLog, { blockedMs, request, finding }: Measurement): void {
  log.total += 1
  if (blockedMs > log.worst.blockedMs) log.worst = { blockedMs, request }
  if (finding === undefined) log.passed += 1
  else addFinding(log, finding)
}

export function addFinding({ findings, onProgress }: MeasurementLog, finding: string): void {
  findings.push(finding)
  onProgress(finding)
}
