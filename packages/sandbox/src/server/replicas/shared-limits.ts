/**
 * Limits that hold over all replicas. What each of them wants to count goes through one log in Postgres, and each replica counts all of
 * it in the order of the log, so all come to the same verdicts without asking each other.
 */
import { Failure } from '../../engine/failure.ts'
import { Limiter, type Limits, type SavedLogs, type Share, type Verdict } from '../../limits/limiter.ts'
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
  readonly want: (request: number, token: string, now: number, shares?: readonly Share[]) => void
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
  const rowOf = new Map(rows.map((row) => [row.name, row]))
  /** Of the requests of this batch, by request and how many the request has taken. */
  const verdicts = new Map<string, Verdict>()
  let wanted = new Map<string, Operation>()
  let changes: Operation[] = []
  let sent = new Map<string, { readonly wanted: ReadonlyMap<string, Operation>; readonly changes: readonly Operation[] }>()
  let request = 0
  let taken = 0
  const want = (key: string, token: string, now: number, shares: readonly Share[] = []) =>
    void wanted.set(key, { do: 'take', token, now, shares: shares.map(({ row, weight }) => [row.name, weight]) })
  const run = (operation: Operation): Verdict | undefined => {
    if (operation.do === 'clear') return void limiter.clear()
    const { token, now } = operation
    if (operation.do === 'set') return void limiter.set(token, now, operation.name, rowOf.get(operation.name), operation.to)
    const shares = operation.shares.flatMap(([name, weight]) => {
      const row = rowOf.get(name)
      return row ? [{ row, weight }] : []
    })
    return limiter.take(token, now, shares)
  }
  return {
    begin: (next) => {
      request = next
      taken = 0
    },
    want: (of, token, now, shares) => {
      if (!verdicts.has(`${of}:0`)) want(`${of}:0`, token, now, shares)
    },
    take: (token, now, shares) => {
      const key = `${request}:${taken}`
      taken += 1
      const verdict = verdicts.get(key)
      if (verdict) return verdict
      want(key, token, now, shares)
      // The run is undone, and done again when it was counted.
      throw new Failure(503)
    },
    look: (token, now) => limiter.look(token, now),
    list: (token, now) => limiter.list(token, now),
    set: (token, now, name, _row, to) => void changes.push({ do: 'set', token, now, name, to }),
    clear: () => void changes.push({ do: 'clear' }),
    isShort: () => wanted.size > 0,
    isChanged: () => changes.length > 0,
    send: (by) => {
      const operations = [...wanted.values(), ...changes]
      if (operations.length === 0) return undefined
      sent.set(by, { wanted, changes })
      wanted = new Map()
      changes = []
      return { by, operations }
    },
    takeBack: (by) => {
      const left = sent.get(by)
      if (!left) return
      wanted = new Map([...left.wanted, ...wanted])
      changes = [...left.changes, ...changes]
      sent.delete(by)
    },
    replay: (data, isLast = false) => {
      const { by, operations } = data as Sent
      const keys = [...(sent.get(by)?.wanted.keys() ?? [])]
      for (const [n, operation] of operations.entries()) {
        const verdict = run(operation)
        const key = keys[n]
        if (verdict && key !== undefined) verdicts.set(key, verdict)
      }
      sent.delete(by)
      const times = operations.flatMap((operation) => (operation.do === 'clear' ? [] : [operation.now]))
      if (isLast && times.length > 0) limiter.prune(Math.min(...times))
    },
    save: () => JSON.stringify(limiter.save()),
    load: (saved) => limiter.load(JSON.parse(saved) as SavedLogs[], rowOf),
    undo: () => {
      changes = []
    },
    settle: () => {
      verdicts.clear()
      wanted = new Map()
      changes = []
      sent = new Map()
    },
  }
}
