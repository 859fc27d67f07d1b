/** What was asked of the sandbox and what of it was acknowledged, to be held against what is there after a crash. */
export interface ResourceWrite {
  /** What it is about, for example `tag w1-t5`. */
  readonly key: string
  /** What it will be; empty for gone. */
  readonly value: string
}

/** What is there, by the same keys; what is not there has none. */
export type ResourceState = ReadonlyMap<string, string>

interface LedgerEntry {
  readonly getValue: string
  /** Asked for and neither acknowledged nor refused: it may have happened. */
  readonly unconfirmed?: string
}

export class WriteLedger {
  acknowledged = 0
  /** Those that a crash came upon: some were kept and some not, and either is right. */
  readonly interrupted = { kept: 0, lost: 0 }
  /** Of actions that were acknowledged. */
  readonly actions = new Set<number>()
  readonly #entries = new Map<string, LedgerEntry>()

  getValue(key: string): string {
    return this.#entries.get(key)?.getValue ?? ''
  }

  recordRequest({ key, value }: ResourceWrite): void {
    this.#entries.set(key, { getValue: this.getValue(key), unconfirmed: value })
  }

  recordSuccess({ key, value }: ResourceWrite, action?: number): void {
    this.#entries.set(key, { getValue: value })
    if (action !== undefined) this.actions.add(action)
    this.acknowledged += 1
  }

  recordRefusal({ key }: ResourceWrite): void {
    this.#entries.set(key, { getValue: this.getValue(key) })
  }

  /** Holds it against what is there, and takes that for the truth from now on. Each string is a fault. */
  compare(state: ResourceState): readonly string[] {
    const faults: string[] = []
    for (const [key, { getValue, unconfirmed }] of this.#entries) {
      const found = state.get(key) ?? ''
      if (unconfirmed !== undefined && unconfirmed !== getValue) this.interrupted[found === unconfirmed ? 'kept' : 'lost'] += 1
      if (found === getValue || found === unconfirmed) this.#entries.set(key, { getValue: found })
      else
        faults.push(
          `${key}: ${formatValue(getValue)} was acknowledged${unconfirmed === undefined ? '' : `, ${formatValue(unconfirmed)} asked for`}, ${formatValue(found)} found`,
        )
    }
    for (const key of state.keys()) if (!this.#entries.has(key)) faults.push(`${key}: is there, and nobody asked for it`)
    return faults
  }
}

function formatValue(value: string): string {
  return value === '' ? 'nothing' : `"${value}"`
}
