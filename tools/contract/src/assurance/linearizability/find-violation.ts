/** Checks a concurrent history for linearizability with the algorithm of Wing and Gong and the cache of Lowe. npm has no such checker. */

/** One request and its result. */
export interface Operation<Input, Output> {
  readonly client: number
  readonly input: Input
  /** Undefined without a response: the request may have been applied at any later time, or never. */
  readonly output: Output | undefined
  readonly calledAt: number
  /** `Infinity` without a response. */
  readonly returnedAt: number
}

/** Sequential behavior of one object. States are plain data. */
export interface Model<State, Input, Output> {
  readonly initial: State
  /** @returns the next state; undefined when this output is impossible. An undefined output matches any. */
  readonly step: (state: State, input: Input, output: Output | undefined) => State | undefined
}

/** @returns undefined for a linearizable history; else one line with the impossible step */
export function findViolation<State, Input, Output>(
  { initial, step }: Model<State, Input, Output>,
  history: readonly Operation<Input, Output>[],
): string | undefined {
  const operations = history.toSorted((one, other) => one.calledAt - other.calledAt)
  const needed = operations.reduce((set, { output }, n) => (output === undefined ? set : set | (1n << BigInt(n))), 0n)
  const seen = new Set<string>()
  const open: { readonly done: bigint; readonly count: number; readonly state: State }[] = [{ done: 0n, count: 0, state: initial }]
  let furthest = { count: -1, text: '' }
  for (let here = open.pop(); here; here = open.pop()) {
    const { done, count, state } = here
    if ((done & needed) === needed) return undefined
    const next = listNext(operations, done)
    if (count > furthest.count) furthest = { count, text: describe(state, next, operations) }
    // Operations that returned first are tried first.
    for (const n of next.toReversed()) {
      const { input, output } = operations[n] as Operation<Input, Output>
      const after = step(state, input, output)
      if (after === undefined) continue
      const reached = { done: done | (1n << BigInt(n)), count: count + 1, state: after }
      const key = `${reached.done.toString(36)} ${JSON.stringify(after)}`
      if (!seen.has(key)) open.push(reached)
      seen.add(key)
    }
  }
  return furthest.text
}

/** Lists the operations that can come next: called before any other remaining one returned. */
function listNext(operations: readonly Operation<unknown, unknown>[], done: bigint): readonly number[] {
  const remaining = [...operations.keys()].filter((n) => (done & (1n << BigInt(n))) === 0n)
  const returned = (n: number) => operations[n]?.returnedAt ?? Infinity
  const deadline = Math.min(...remaining.map(returned))
  return remaining.filter((n) => (operations[n]?.calledAt ?? 0) <= deadline).toSorted((one, other) => returned(one) - returned(other))
}

function describe(state: unknown, next: readonly number[], operations: readonly Operation<unknown, unknown>[]): string {
  const decision = next.slice(0, 4).map((n) => {
    const { client, input, output } = operations[n] as Operation<unknown, unknown>
    return `client ${client} sent ${JSON.stringify(input)} and received ${JSON.stringify(output)}`
  })
  return `with the state ${JSON.stringify(state)} none of these operations can come next: ${decision.join('; ')}`
}
