/** Returns how long the objects of a kind stay in a state, from the specification; 0 for a state without a timed transition. */
import type { AccountContext } from '../engine/account-context.ts'

export function getStateSeconds({ engine }: AccountContext, kind: string, state: string): number {
  const { transitions = [] } = engine.rowOf(kind).lifecycle ?? {}
  return transitions.find(({ from, seconds }) => from.includes(state) && seconds !== undefined)?.seconds ?? 0
}
