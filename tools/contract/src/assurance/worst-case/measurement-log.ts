/** Collects the measurements of slow requests. */

/** Milliseconds for which one request may block others. */
export const maxBlockedMs = 50

export interface MeasurementLog {
  readonly findings: string[]
  total: number
  passed: number
  /** Longest measurement. */
  worst: { readonly blockedMs: number; readonly request: string }
  readonly onProgress: (line: string) => void
}

export interface Measurement {
  /** Maximum blocked time in milliseconds, and its request. */
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
