/** Applies the lifecycle of a kind: immediate and timed transitions of its state field. */
import type { Clock } from '../clock/clock.ts'
import type { Key, Store } from '../store/store.ts'
import type { AnyKindEngine, Engine, Lifecycle, AccountContext } from './account-context.ts'

/** Job of a timed transition. */
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

  /** Timed transitions only: an immediate one applies when the trigger fires, not again when its state is reached later. */
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

/** Job handler of a timed transition. It does nothing if the object is deleted or has left the state. */
export function runTransition(
  { engine, clock }: Pick<AccountContext, 'engine' | 'clock'>,
  { key, trigger, from, to }: TransitionJob,
): void {
  const { lifecycle, timestamps } = engine.rowOf(key.kind)
  const value = engine.untyped.find(key)
  if (!lifecycle || !value || !from.includes(String(value[lifecycle.field]))) return
  const moved = Object.fromEntries((timestamps?.updated ?? []).map((field) => [field, clock.timestamp()]))
  engine.untyped.setFields(key, { ...moved, [lifecycle.field]: to })
  engine.scheduleNext(key, trigger)
}
