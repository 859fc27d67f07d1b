/** What was asked of the sandbox and what of it was acknowledged, to be held against what is there after a crash. */
export interface Write {
  /** What it is about, for example `tag w1-t5`. */
  readonly key: string
  /** What it will be; empty for gone. */
  readonly value: string
}

/** What is there, by the same keys; what is not there has none. */
export type State = ReadonlyMap<string, string>

interface Entry {
  readonly now: string
  /** Asked for and neither acknowledged nor refused: it may have happened. */
  readonly maybe?: string
}

export class Ledger {
  acknowledged = 0
  /** Those that a crash came upon: some were kept and some not, and either is right. */
  readonly interrupted = { kept: 0, lost: 0 }
  /** Of actions that were acknowledged. */
  readonly actions = new Set<number>()
  readonly #entries = new Map<string, Entry>()

  now(key: string): string {
    return this.#entries.get(key)?.now ?? ''
  }

  ask({ key, value }: Write): void {
    this.#entries.set(key, { now: this.now(key), maybe: value })
  }

  acknowledge({ key, value }: Write, action?: number): void {
    this.#entries.set(key, { now: value })
    if (action !== undefined) this.actions.add(action)
    this.acknowledged += 1
  }

  refuse({ key }: Write): void {
    this.#entries.set(key, { now: this.now(key) })
  }

  /** Holds it against what is there, and takes that for the truth from now on. Each string is a fault. */
  compare(state: State): readonly string[] {
    const faults: string[] = []
    for (const [key, { now, maybe }] of this.#entries) {
      const found = state.get(key) ?? ''
      if (maybe !== undefined && maybe !== now) this.interrupted[found === maybe ? 'kept' : 'lost'] += 1
      if (found === now || found === maybe) this.#entries.set(key, { now: found })
      else
        faults.push(
          `${key}: ${write(now)} was acknowledged${maybe === undefined ? '' : `, ${write(maybe)} asked for`}, ${write(found)} found`,
        )
    }
    for (const key of state.keys()) if (!this.#entries.has(key)) faults.push(`${key}: is there, and nobody asked for it`)
    return faults
  }
}

function write(value: string): string {
  return value === '' ? 'nothing' : `"${value}"`
}
