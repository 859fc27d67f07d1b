/** What came of asking for a lot, added up. */

/** Milliseconds for which one request may hold everything else. */
export const maxHeldMs = 50

export interface Ledger {
  readonly findings: string[]
  total: number
  passed: number
  /** The longest, and what it was. */
  worst: { readonly held: number; readonly what: string }
  readonly tell: (line: string) => void
}

/** What came of asking. */
export interface Asked {
  /** Milliseconds at the most, and for what. */
  readonly held: number
  readonly what: string
  readonly finding?: string
}

export function tally(ledger: Ledger, { held, what, finding }: Asked): void {
  ledger.total += 1
  if (held > ledger.worst.held) ledger.worst = { held, what }
  if (finding === undefined) ledger.passed += 1
  else note(ledger, finding)
}

export function note({ findings, tell }: Ledger, finding: string): void {
  findings.push(finding)
  tell(finding)
}
