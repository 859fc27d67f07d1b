/**
 * Rate limits over all replicas. The operations of every replica go through one log in Postgres, and each replica applies all of them in
 * the order of the log, so all come to the same decisions without asking each other.
 */
import { Failure } from '../../engine/failure.ts'
import { Limiter, type RateLimiter, type SavedLogs, type RateLimitCost, type RateLimitDecision } from '../../limits/limiter.ts'
import type { LimitRow } from '../../tables/operation-row.ts'

type LimitOperation =
  | { readonly type: 'take'; readonly token: string; readonly now: number; readonly shares: readonly (readonly [string, number])[] }
  | { readonly type: 'set'; readonly token: string; readonly now: number; readonly name: string; readonly to: 'exhausted' | 'full' }
  | { readonly type: 'clear' }

interface SentOperations {
  readonly id: string
  readonly operations: readonly LimitOperation[]
}

/** Operations that are not in the log yet: the takes by request, and the changes of the limits themselves. */
interface UnsentOperations {
  readonly takes: Map<string, LimitOperation>
  changes: LimitOperation[]
}

const createUnsent = (): UnsentOperations => ({ takes: new Map(), changes: [] })

export class SharedLimits implements RateLimiter {
  readonly #limiter: Limiter
  readonly #rows: ReadonlyMap<string, LimitRow>
  /** Decisions of this batch, by request and number of the take within the request. */
  readonly #batchDecisions = new Map<string, RateLimitDecision>()
  readonly #sent = new Map<string, UnsentOperations>()
  #unsent = createUnsent()
  #request = 0
  #takeCount = 0

  constructor(rows: readonly LimitRow[], limiter = new Limiter()) {
    this.#limiter = limiter
    this.#rows = new Map(rows.map((row) => [row.name, row]))
  }

  /** Sets the request of the batch that the next takes belong to. */
  startRequest(request: number): void {
    this.#request = request
    this.#takeCount = 0
  }

  /** Adds the first take of a request before the request runs, to save a round trip. */
  addRequest(request: number, token: string, now: number, costs?: readonly RateLimitCost[]): void {
    if (!this.#batchDecisions.has(`${request}:0`)) this.#addRequest(`${request}:0`, token, now, costs)
  }

  countRequest(token: string, now: number, costs?: readonly RateLimitCost[]): RateLimitDecision {
    const key = `${this.#request}:${this.#takeCount}`
    this.#takeCount += 1
    const decision = this.#batchDecisions.get(key)
    if (decision) return decision
    this.#addRequest(key, token, now, costs)
    // The batch is undone, and runs again once the log has the take.
    throw new Failure(503)
  }

  getUsage(...args: Parameters<RateLimiter['getUsage']>): ReturnType<RateLimiter['getUsage']> {
    return this.#limiter.getUsage(...args)
  }

  listUsage(...args: Parameters<RateLimiter['listUsage']>): ReturnType<RateLimiter['listUsage']> {
    return this.#limiter.listUsage(...args)
  }

  setUsage(...[token, now, name, , to]: Parameters<RateLimiter['setUsage']>): void {
    this.#unsent.changes.push({ type: 'set', token, now, name, to })
  }

  clear(): void {
    this.#unsent.changes.push({ type: 'clear' })
  }

  /** True if a request needs a decision that the log does not have yet. */
  hasUnsentTakes(): boolean {
    return this.#unsent.takes.size > 0
  }

  hasUnsentChanges(): boolean {
    return this.#unsent.changes.length > 0
  }

  /** Returns the unsent operations as data of one log entry; undefined if there are none. */
  claimUnsent(id: string): SentOperations | undefined {
    const { takes, changes } = this.#unsent
    const operations = [...takes.values(), ...changes]
    if (operations.length === 0) return undefined
    this.#sent.set(id, this.#unsent)
    this.#unsent = createUnsent()
    return { id, operations }
  }

  /** Makes operations unsent again, unless the log has returned them. */
  restoreUnsent(id: string): void {
    const sentOperations = this.#sent.get(id)
    if (!sentOperations) return
    const { takes, changes } = this.#unsent
    this.#unsent = { takes: new Map([...sentOperations.takes, ...takes]), changes: [...sentOperations.changes, ...changes] }
    this.#sent.delete(id)
  }

  /** Applies an entry of the log, of this replica or another. @param prunes forgets idle tokens after it, as on all replicas */
  replay(data: unknown, prunes = false): void {
    const { id, operations } = data as SentOperations
    const keys = [...(this.#sent.get(id)?.takes.keys() ?? [])]
    for (const [n, operation] of operations.entries()) {
      const decision = this.#apply(operation)
      const key = keys[n]
      if (decision && key !== undefined) this.#batchDecisions.set(key, decision)
    }
    this.#sent.delete(id)
    const times = operations.flatMap((operation) => (operation.type === 'clear' ? [] : [operation.now]))
    if (prunes && times.length > 0) this.#limiter.prune(Math.min(...times))
  }

  /** Formats all counts, for a replica that starts from them. */
  serialize(): string {
    return JSON.stringify(this.#limiter.exportLogs())
  }

  restore(serialized: string): void {
    this.#limiter.importLogs(JSON.parse(serialized) as SavedLogs[], this.#rows)
  }

  /** Discards the changes of a batch that was undone. Takes remain: a request is counted once, however often it runs. */
  discardChanges(): void {
    this.#unsent.changes = []
  }

  /** Forgets the decisions and operations of a batch. */
  endBatch(): void {
    this.#batchDecisions.clear()
    this.#sent.clear()
    this.#unsent = createUnsent()
  }

  #addRequest(key: string, token: string, now: number, costs: readonly RateLimitCost[] = []): void {
    this.#unsent.takes.set(key, { type: 'take', token, now, shares: costs.map(({ row, weight }) => [row.name, weight]) })
  }

  #apply(operation: LimitOperation): RateLimitDecision | undefined {
    if (operation.type === 'clear') return void this.#limiter.clear()
    const { token, now } = operation
    if (operation.type === 'set')
      return void this.#limiter.setUsage(token, now, operation.name, this.#rows.get(operation.name), operation.to)
    const costs = operation.shares.flatMap(([name, weight]) => {
      const row = this.#rows.get(name)
      return row ? [{ row, weight }] : []
    })
    return this.#limiter.countRequest(token, now, costs)
  }
}
