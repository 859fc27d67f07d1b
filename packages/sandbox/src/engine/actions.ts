/** Actions: operations that take time, lock their objects meanwhile and stay in the history. */
import type { Clock } from '../clock/clock.ts'
import type { Kinds } from '../generated/types.ts'
import type { Key, Store } from '../store/store.ts'
import type { Actions, Engine, AccountContext } from './account-context.ts'
import { Failure } from './failure.ts'
import { runAfterLag, getLagSeconds } from './lag.ts'
import type { PendingAction } from './kinds.ts'

export interface ActionOptions {
  readonly store: Store
  readonly clock: Clock
  readonly engine: Engine
  readonly actionSeconds: number | undefined
  /** Called when an action starts and when it ends. */
  readonly onChange?: (action: Kinds['Action']) => void
  /** Returns true if an action that starts now is to fail. */
  readonly shouldFail?: () => boolean
}

export function createActions({ store, clock, engine, actionSeconds, onChange, shouldFail }: ActionOptions): Actions {
  const requireIdle = (keys: readonly Key[]) => {
    for (const key of keys) {
      if (store.get(lockOf(key))?.text !== undefined) throw new Failure(422, `${key.kind} already has a pending event.`)
    }
  }
  return {
    requireIdle,
    start: ({ type, key, resourceType, resourceId, region, seconds, locks = [], onComplete, onFail, payload }) => {
      requireIdle(locks)
      const slug = (region as { readonly slug?: string } | null)?.slug ?? null
      const pending: PendingAction = {
        about: formatResourceRef(key),
        key,
        locks,
        ...(onComplete !== undefined && { onComplete, onFail, payload }),
        ...(shouldFail?.() === true && { fails: true }),
      }
      const action = engine.create(
        'Action',
        {
          status: 'in-progress',
          type,
          started_at: clock.timestamp(),
          completed_at: null,
          resource_id: resourceId,
          resource_type: resourceType,
          // Copied from the object of the action.
          region: region as Kinds['Region'] | null,
          region_slug: slug,
        },
        { hidden: pending },
      )
      for (const lock of locks) setLock(store, engine, lock, true)
      const at = clock.now() + (actionSeconds ?? seconds) * 1000
      store.schedule({ at, name: 'actions.complete', payload: JSON.stringify({ id: action.id }) })
      onChange?.(action)
      return action
    },
    notifyEnded: (action) => onChange?.(action),
  }
}

/** Job handler that ends an action: unlocks its objects, runs its job handler and applies the lifecycle. */
export function completeAction(id: number, ctx: AccountContext, run: (name: string, payload: unknown) => void): void {
  const { store, clock, engine, actions } = ctx
  const value = engine.find('Action', id)
  if (value?.status !== 'in-progress') return
  const { key, locks, onComplete, onFail, payload, fails } = engine.getHidden('Action', id)
  for (const lock of locks) setLock(store, engine, lock, false)
  actions.notifyEnded(engine.setFields('Action', id, { status: fails === true ? 'errored' : 'completed', completed_at: clock.timestamp() }))
  if (fails === true) {
    if (onFail !== undefined) run(onFail, payload)
    return
  }
  if (engine.untyped.find(key)) applyActionTransition(key, value.type, ctx)
  if (onComplete !== undefined) run(onComplete, payload)
}

/** Applies the lifecycle for the type of an action. With lag, a powered-off droplet shows it later. */
function applyActionTransition(key: Key, type: string, ctx: AccountContext): void {
  if (ctx.settings.lag === 'real') refreshState({ key }, ctx)
  if (type !== 'power_off' || getLagSeconds(ctx.settings, 'poweredOff') === 0) ctx.engine.untyped.applyTrigger(key, type)
  else {
    ctx.engine.untyped.setHidden(key, { behind: type })
    runAfterLag(ctx, 'poweredOff', 'actions.refreshState', refreshState, { key })
  }
}

/** Job handler that applies a delayed transition, unless a later action has applied it. */
export function refreshState({ key }: { readonly key: Key }, { engine }: AccountContext): void {
  const behind = engine.untyped.find(key) && engine.untyped.getHidden(key)['behind']
  if (typeof behind !== 'string') return
  engine.untyped.setHidden(key, { behind: undefined })
  engine.untyped.applyTrigger(key, behind)
}

function setLock(store: Store, engine: Engine, key: Key, locked: boolean): void {
  if (locked) store.put({ ...lockOf(key), text: 'true' })
  else store.delete(lockOf(key))
  if ('locked' in engine.rowOf(key.kind).fields && engine.untyped.find(key)) engine.untyped.setFields(key, { locked })
}

/** Formats the value of `about` by which the actions of an object are listed. */
export function formatResourceRef({ kind, id }: Key): string {
  return `${kind}/${id}`
}

/** Returns true while an action in progress locks the object. */
export function isLocked(key: Key, { store }: AccountContext): boolean {
  return store.get(lockOf(key))?.text !== undefined
}

function lockOf({ kind, parent = '', id }: Key): Key {
  return { kind: 'lock', id: `${parent}${kind}/${id}` }
}
