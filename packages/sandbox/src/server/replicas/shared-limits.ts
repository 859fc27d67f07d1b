/**
 * Limits that hold over all replicas. What each of them wants to count goes through one log in Postgres, and each replica counts all of
 * it in the order of the log, so all come to the same verdicts without asking each other.
 */
import { Failure } from '../../engine/failure.ts'
import { Limiter, type Limits, type SavedLogs, type RateLimitCost, type RateLimitDecision } from '../../limits/limiter.ts'
import type { LimitRow } from '../../tables/operation-row.ts'

/** Everything that is done to a limiter, as data. */
type Operation =
  | { readonly do: 'take'; readonly token: string; readonly now: number; readonly shares: readonly (readonly [string, number])[] }
  | { readonly do: 'set'; readonly token: string; readonly now: number; readonly name: string; readonly to: 'exhausted' | 'full' }
  | { readonly do: 'clear' }

interface Sent {
  readonly by: string
  readonly operations: readonly Operation[]
}

export interface SharedLimits extends Limits {
  /** Whose request what is counted next is for. */
  readonly begin: (request: number) => void
  /** Notes beforehand what a request will want. */
  readonly want: (request: number, token: string, now: number, shares?: readonly RateLimitCost[]) => void
  /** Whether a run has asked for what is not counted yet, and so must be done again. */
  readonly isShort: () => boolean
  /** Whether a run has done something else to limits than to be counted. */
  readonly isChanged: () => boolean
  /** What is wanted and not sent yet, to be sent under this name; undefined where nothing is. */
  readonly send: (by: string) => Sent | undefined
  /** What was sent under this name is wanted still, unless the log has it. */
  readonly takeBack: (by: string) => void
  /** What the log has, of this replica or another. @param isLast whether what counts no more is forgotten after it, as on all replicas */
  readonly replay: (sent: unknown, isLast?: boolean) => void
  /** Everything that is counted until now, for a replica that begins from it. */
  readonly save: () => string
  readonly load: (saved: string) => void
  /** What requests did to limits in a run that was undone is forgotten; what was counted stays so. */
  readonly undo: () => void
  /** The requests of a batch are answered. */
  readonly settle: () => void
}

export function createSharedLimits(rows: readonly LimitRow[], limiter = new Limiter()): SharedLimits {
  return new LimitsOfReplica(rows, limiter)
}

class LimitsOfReplica implements SharedLimits {
  readonly #limiter: Limiter
  readonly #rowOf: ReadonlyMap<string, LimitRow>
  /** Of the requests of this batch, by request and how many the request has taken. */
  readonly #verdicts = new Map<string, RateLimitDecision>()
  #wanted = new Map<string, Operation>()
  #changes: Operation[] = []
  #sent = new Map<string, { readonly wanted: ReadonlyMap<string, Operation>; readonly changes: readonly Operation[] }>()
  #request = 0
  #taken = 0

  constructor(rows: readonly LimitRow[], limiter: Limiter) {
    this.#limiter = limiter
    this.#rowOf = new Map(rows.map((row) => [row.name, row]))
  }

  begin(request: number): void {
    this.#request = request
    this.#taken = 0
  }

  want(request: number, token: string, now: number, shares?: readonly RateLimitCost[]): void {
    if (!this.#verdicts.has(`${request}:0`)) this.#want(`${request}:0`, token, now, shares)
  }

  take(token: string, now: number, shares?: readonly RateLimitCost[]): RateLimitDecision {
    const key = `${this.#request}:${this.#taken}`
    this.#taken += 1
    const verdict = this.#verdicts.get(key)
    if (verdict) return verdict
    this.#want(key, token, now, shares)
    // The run is undone, and done again when it was counted.
    throw new Failure(503)
  }

  look(...asked: Parameters<Limits['look']>): ReturnType<Limits['look']> {
    return this.#limiter.look(...asked)
  }

  list(...asked: Parameters<Limits['list']>): ReturnType<Limits['list']> {
    return this.#limiter.list(...asked)
  }

  set(...[token, now, name, , to]: Parameters<Limits['set']>): void {
    this.#changes.push({ do: 'set', token, now, name, to })
  }

  clear(): void {
    this.#changes.push({ do: 'clear' })
  }

  isShort(): boolean {
    return this.#wanted.size > 0
  }

  isChanged(): boolean {
    return this.#changes.length > 0
  }

  send(by: string): Sent | undefined {
    const operations = [...this.#wanted.values(), ...this.#changes]
    if (operations.length === 0) return undefined
    this.#sent.set(by, { wanted: this.#wanted, changes: this.#changes })
    this.#wanted = new Map()
    this.#changes = []
    return { by, operations }
  }

  takeBack(by: string): void {
    const left = this.#sent.get(by)
    if (!left) return
    this.#wanted = new Map([...left.wanted, ...this.#wanted])
    this.#changes = [...left.changes, ...this.#changes]
    this.#sent.delete(by)
  }

  replay(data: unknown, isLast = false): void {
    const { by, operations } = data as Sent
    const keys = [...(this.#sent.get(by)?.wanted.keys() ?? [])]
    for (const [n, operation] of operations.entries()) {
      const verdict = this.#run(operation)
      const key = keys[n]
      if (verdict && key !== undefined) this.#verdicts.set(key, verdict)
    }
    this.#sent.delete(by)
    const times = operations.flatMap((operation) => (operation.do === 'clear' ? [] : [operation.now]))
    if (isLast && times.length > 0) this.#limiter.prune(Math.min(...times))
  }

  save(): string {
    return JSON.stringify(this.#limiter.save())
  }

  load(saved: string): void {
    this.#limiter.load(JSON.parse(saved) as SavedLogs[], this.#rowOf)
  }

  undo(): void {
    this.#changes = []
  }

  settle(): void {
    this.#verdicts.clear()
    this.#wanted = new Map()
    this.#changes = []
    this.#sent = new Map()
  }

  #want(key: string, token: string, now: number, shares: readonly RateLimitCost[] = []): void {
    this.#wanted.set(key, { do: 'take', token, now, shares: shares.map(({ row, weight }) => [row.name, weight]) })
  }

  #run(operation: Operation): RateLimitDecision | undefined {
    if (operation.do === 'clear') return void this.#limiter.clear()
    const { token, now } = operation
    if (operation.do === 'set') {
      this.#limiter.set(token, now, operation.name, this.#rowOf.get(operation.name), operation.to)
      return undefined
    }
    const shares = operation.shares.flatMap(([name, weight]) => {
      const row = this.#rowOf.get(name)
      return row ? [{ row, weight }] : []
    })
    return this.#limiter.take(token, now, shares)
  }
}
