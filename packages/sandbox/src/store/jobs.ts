/** Scheduled jobs, ordered by time, then by insertion. */
import { toTimestamp } from './timestamp.ts'
import type { Prepare } from './statements.ts'
import type { Job, JobPlan } from './store.ts'

interface JobRow extends Omit<Job, 'account'> {
  readonly seq: number
  readonly account: string | null
}

/** Limits the times of a damaged table to safe integers, from the earliest date on. */
const validTime = `max(-8640000000000000, min(jobs.at, ${Number.MAX_SAFE_INTEGER}))`

export class Jobs {
  readonly #prepare: Prepare
  readonly #first: ReturnType<Prepare>
  #nextTime = Infinity

  constructor(prepare: Prepare) {
    this.#prepare = prepare
    this.#first = prepare(`SELECT seq, ${validTime} AS at, name, payload, account FROM jobs ORDER BY jobs.at, seq LIMIT 1`)
    this.reload()
  }

  get nextTime(): number {
    return this.#nextTime
  }

  /** Reloads the next time after another writer changed the table. */
  reload(): void {
    this.#nextTime = this.#findFirst()?.at ?? Infinity
  }

  add({ name, payload, account, ...plan }: JobPlan): void {
    const at = toTimestamp(plan.at)
    this.#prepare('INSERT INTO jobs (at, name, payload, account) VALUES (?, ?, ?, ?)').run(at, name, payload, account ?? null)
    if (at < this.#nextTime) this.#nextTime = at
  }

  claim(now: number): Job | undefined {
    if (this.#nextTime > now) return undefined
    const first = this.#findFirst()
    if (!first || first.at > now) return undefined
    this.#prepare('DELETE FROM jobs WHERE seq = ?').run(first.seq)
    this.reload()
    const { at, name, payload, account } = first
    return { at, name, payload, ...(account !== null && { account }) }
  }

  #findFirst(): JobRow | undefined {
    // The type is the columns of the statement.
    return this.#first.get() as JobRow | undefined
  }
}
