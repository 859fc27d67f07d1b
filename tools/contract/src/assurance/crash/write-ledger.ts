/** Records the writes that were sent and acknowledged, and compares them with the state after a crash. */
export interface ResourceWrite {
  /** For example `tag w1-t5`. */
  readonly key: string
  /** Expected value; empty when the write deletes. */
  readonly value: string
}

/** Values by key, without deleted ones. */
export type ResourceState = ReadonlyMap<string, string>

interface LedgerEntry {
  readonly current: string
  /** Value of a write that was neither acknowledged nor refused. */
  readonly unconfirmed?: string
}

export class WriteLedger {
  acknowledged = 0
  /** Writes without a response when the process was killed: both results are correct. */
  readonly interrupted = { applied: 0, lost: 0 }
  /** Ids of acknowledged actions. */
  readonly actions = new Set<number>()
  readonly #entries = new Map<string, LedgerEntry>()

  getValue(key: string): string {
    return this.#entries.get(key)?.current ?? ''
  }

  recordRequest({ key, value }: ResourceWrite): void {
    this.#entries.set(key, { current: this.getValue(key), unconfirmed: value })
  }

  recordSuccess({ key, value }: ResourceWrite, action?: number): void {
    this.#entries.set(key, { current: value })
    if (action !== undefined) this.actions.add(action)
    this.acknowledged += 1
  }

  recordRefusal({ key }: ResourceWrite): void {
    this.#entries.set(key, { current: this.getValue(key) })
  }

  /** Compares the ledger with the state and adopts the state. Returns one line for each difference. */
  compare(state: ResourceState): readonly string[] {
    const faults: string[] = []
    for (const [key, { current, unconfirmed }] of this.#entries) {
      const found = state.get(key) ?? ''
      if (unconfirmed !== undefined && unconfirmed !== current) this.interrupted[found === unconfirmed ? 'applied' : 'lost'] += 1
      if (found === current || found === unconfirmed) this.#entries.set(key, { current: found })
      else
        faults.push(
          `${key}: acknowledged ${formatValue(current)}${unconfirmed === undefined ? '' : `, requested ${formatValue(unconfirmed)}`}, found ${formatValue(found)}`,
        )
    }
    for (const key of state.keys()) if (!this.#entries.has(key)) faults.push(`${key}: exists without a request`)
    return faults
  }
}

function formatValue(value: string): string {
  return value === '' ? 'nothing' : `"${value}"`
}
