/** What is to happen later, in the order of time, then of noting. */
import { toMoment } from './moment.ts'
import type { Prepare } from './statements.ts'
import type { Due, Plan } from './store.ts'

interface DueRow extends Due {
  readonly seq: number
  readonly account: string
}

export class Dues {
  readonly #prepare: Prepare
  readonly #first: ReturnType<Prepare>
  /** When the first falls due, so that nothing is read while nothing does. */
  #next = Infinity

  constructor(prepare: Prepare) {
    this.#prepare = prepare
    this.#first = prepare('SELECT seq, at, name, payload, account FROM dues ORDER BY at, seq LIMIT 1')
    this.reload()
  }

  get next(): number {
    return this.#next
  }

  /** After the table may have changed without a word. */
  reload(): void {
    this.#next = this.#readFirst()?.at ?? Infinity
  }

  add({ name, payload, account = '', ...plan }: Plan): void {
    const at = toMoment(plan.at)
    this.#prepare('INSERT INTO dues (at, name, payload, account) VALUES (?, ?, ?, ?)').run(at, name, payload, account)
    if (at < this.#next) this.#next = at
  }

  take(now: number): Due | undefined {
    if (this.#next > now) return undefined
    const first = this.#readFirst()
    if (!first || first.at > now) return undefined
    this.#prepare('DELETE FROM dues WHERE seq = ?').run(first.seq)
    this.reload()
    const { at, name, payload, account } = first
    return { at, name, payload, ...(account !== '' && { account }) }
  }

  #readFirst(): DueRow | undefined {
    // The columns that the statement names.
    return this.#first.get() as DueRow | undefined
  }
}
