/** Durations of states, from the specification. */
import { partLifecycles, resourceRows } from '../generated/resources.ts'

/** Returns how long objects of a kind, or parts of objects by their schema, stay in a state before they leave it or are deleted. */
export function getStateSeconds(kind: string, state: string): number {
  const lifecycle = partLifecycles[kind] ?? resourceRows[kind]?.lifecycle
  const transitions = lifecycle?.transitions ?? []
  const seconds =
    transitions.find(({ from, seconds: after }) => from.includes(state) && after !== undefined)?.seconds ??
    transitions.find(({ to, deleteSeconds }) => to === state && deleteSeconds !== undefined)?.deleteSeconds
  if (seconds === undefined) throw new Error(`The specification has no duration of the state "${state}" of ${kind}.`)
  return seconds
}
