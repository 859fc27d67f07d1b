/** Moves the states of objects on, at once and in time, as the lifecycle of their kind says. */
import type { Clock } from '../clock/clock.ts'
import type { Key, Store } from '../store/store.ts'
import type { AnyKindEngine, Engine, Lifecycle, AccountContext } from './account-context.ts'

/** A transition that was put off. */
export interface TransitionJob {
  readonly key: Key
  readonly trigger: string
  readonly from: readonly string[]
  readonly to: string
}

export interface LifecycleParts {
  readonly rowOf: Engine['rowOf']
  readonly objects: Pick<AnyKindEngine, 'find' | 'setFields'>
  readonly store: Store
  readonly clock: Clock
  readonly actionSeconds: number | undefined
}

export function createLifecycle({ rowOf, objects, store, clock, actionSeconds }: LifecycleParts): Lifecycle {
  const findTransition = (key: Key, name: string, isLater = false) => {
    const { lifecycle } = rowOf(key.kind)
    const state = lifecycle && objects.find(key)?.[lifecycle.field]
    if (!lifecycle || typeof state !== 'string') return undefined
    const found = lifecycle.transitions.find(
      ({ from, on, seconds }) => from.includes(state) && on.includes(name) && (!isLater || seconds !== undefined),
    )
    return found && { ...found, field: lifecycle.field }
  }

  const trigger: Lifecycle['trigger'] = (key, name) => {
    const next = findTransition(key, name)
    if (next && next.seconds === undefined) objects.setFields(key, { [next.field]: next.to })
    continueTrigger(key, name)
  }

  /** What happens at once happens only when the trigger comes: a state that is left and reached again is not left once more. */
  const continueTrigger: Lifecycle['scheduleNext'] = (key, name) => {
    const next = findTransition(key, name, true)
    if (next?.seconds === undefined) return
    const payload: TransitionJob = { key, trigger: name, from: next.from, to: next.to }
    store.schedule({
      at: clock.now() + (actionSeconds ?? next.seconds) * 1000,
      name: 'engine.transition',
      payload: JSON.stringify(payload),
    })
  }

  const triggerNow: Lifecycle['applyTrigger'] = (key, name) => {
    const seen = new Set<string>()
    for (let next = findTransition(key, name); next && !seen.has(next.to); next = findTransition(key, name)) {
      seen.add(next.to)
      objects.setFields(key, { [next.field]: next.to })
    }
  }

  return { trigger, scheduleNext: continueTrigger, applyTrigger: triggerNow }
}

/** The job handler behind `trigger`. An object that is gone, or that something else moved on, is left alone. */
export function runTransition(
  { engine, clock }: Pick<AccountContext, 'engine' | 'clock'>,
  { key, trigger, from, to }: TransitionJob,
): void {
  const { lifecycle, timestamps } = engine.rowOf(key.kind)
  const value = engine.untyped.find(key)
  if (!lifecycle || !value || !from.includes(String(value[lifecycle.field]))) return
  const moved = Object.fromEntries((timestamps?.updated ?? []).map((field) => [field, clock.stamp()]))
  engine.untyped.setFields(key, { ...moved, [lifecycle.field]: to })
  engine.scheduleNext(key, trigger)
}
