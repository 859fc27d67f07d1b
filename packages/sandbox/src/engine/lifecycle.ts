/** Applies the lifecycle of a kind: immediate and timed transitions of its state field, with the `onEnter` hooks of the family. */
import type { Clock } from '../clock/clock.ts'
import type { Key, Store } from '../store/store.ts'
import type { TransitionRow } from '../tables/resource-row.ts'
import type { AccountContext, AnyKindEngine, Engine, TransitionJob } from './account-context.ts'
import type { Hooks } from './hooks.ts'
import { createStateFields, findState } from './state-field.ts'
import type { Value } from './values.ts'

export interface Lifecycle extends Pick<Engine, 'runTransition'> {
  readonly trigger: (key: Key, trigger: string) => void
  readonly applyTrigger: (key: Key, trigger: string) => void
  /** Schedules the first timed transition of a new object. @param since when it entered its state, in milliseconds */
  readonly scheduleCreated: (key: Key, since?: number) => void
}

export interface LifecycleParts {
  readonly rowOf: Engine['rowOf']
  readonly objects: Pick<AnyKindEngine, 'find' | 'setFields' | 'getHidden' | 'setHidden'>
  readonly store: Store
  readonly clock: Clock
  readonly actionSeconds: number | undefined
  readonly hooks: Hooks
  readonly ctx: () => AccountContext
}

/** A transition from the present state of an object. */
interface NextTransition {
  readonly value: Value
  readonly state: string
  readonly field: string
  readonly transition: TransitionRow
}

export function createLifecycle({ rowOf, objects, store, clock, actionSeconds, hooks, ctx }: LifecycleParts): Lifecycle {
  const toTime = (seconds: number, since: number = clock.now()) => since + (actionSeconds ?? seconds) * 1000

  const findNext = (key: Key, trigger: string, isTimed?: boolean): NextTransition | undefined => {
    const { lifecycle } = rowOf(key.kind)
    const value = lifecycle && objects.find(key)
    const state = value && findState(value, lifecycle.field)
    if (!lifecycle || !value || state === undefined) return undefined
    const transition = lifecycle.transitions.find(
      ({ from, on, seconds }) => from.includes(state) && on.includes(trigger) && (!isTimed || seconds !== undefined),
    )
    return transition && { value, state, field: lifecycle.field, transition }
  }

  /** Sets the new state with the fields that the hook returns. Returns false when the hook keeps the present state. */
  const enter = (key: Key, trigger: string, { value, state: from, field, transition }: NextTransition): boolean => {
    const { to, or = [], deleteSeconds } = transition
    const stamps = Object.fromEntries((rowOf(key.kind).timestamps?.updated ?? []).map((name) => [name, clock.timestamp()]))
    const fields = { ...stamps, ...createStateFields(value, field, to) }
    const enteredFields = hooks.get(key.kind)?.onEnter?.[to]?.({ ...value, ...fields }, key, ctx(), { from, trigger })
    if (enteredFields === false) return false
    const state = findState({ ...fields, ...enteredFields }, field) ?? to
    if (state !== to && !or.includes(state)) throw new Error(`The transition of ${key.kind} to "${to}" cannot lead to "${state}".`)
    objects.setFields(key, { ...fields, ...enteredFields })
    if (deleteSeconds !== undefined) store.schedule({ at: toTime(deleteSeconds), name: 'engine.remove', payload: JSON.stringify(key) })
    return true
  }

  const schedule = (key: Key, trigger: string, run: () => number | undefined, since?: number) => {
    const next = findNext(key, trigger, true)?.transition
    if (next?.seconds === undefined) return
    const payload: TransitionJob = { key, trigger, from: next.from, to: next.to, run: run() }
    store.schedule({ at: toTime(next.seconds, since), name: 'engine.transition', payload: JSON.stringify(payload) })
  }

  const countRun = (key: Key): number => {
    const run = Number(objects.getHidden(key)[runField] ?? 0) + 1
    objects.setHidden(key, { [runField]: run })
    return run
  }

  return {
    trigger: (key, trigger) => {
      const next = findNext(key, trigger)
      if (next && next.transition.seconds === undefined) enter(key, trigger, next)
      schedule(key, trigger, () => countRun(key))
    },
    scheduleCreated: (key, since) => schedule(key, 'create', () => undefined, since),
    applyTrigger: (key, trigger) => {
      const seen = new Set<string>()
      for (let next = findNext(key, trigger); next && !seen.has(next.transition.to); next = findNext(key, trigger)) {
        seen.add(next.transition.to)
        if (!enter(key, trigger, next)) return
      }
    },
    runTransition: ({ key, trigger, from, to, run }) => {
      const next = findNext(key, trigger, true)
      if (!next || !from.includes(next.state) || next.transition.to !== to) return
      if (objects.getHidden(key)[runField] !== run) return
      // A transition to the same state happens once for each trigger.
      if (enter(key, trigger, next) && to !== next.state) schedule(key, trigger, () => run)
    },
  }
}

/** Hidden field with the number of the last trigger that scheduled a transition. */
const runField = 'lifecycleRun'
