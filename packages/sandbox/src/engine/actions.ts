/** Actions: what takes a while, holds its objects locked meanwhile, and stays on record. One store behind every path that shows them. */
import type { Clock } from '../clock/clock.ts'
import type { Kinds } from '../generated/types.ts'
import type { Key, Store } from '../store/store.ts'
import type { Actions, Engine, AccountContext } from './account-context.ts'
import { Failure } from './failure.ts'
import { runAfterLag, getLagSeconds } from './lag.ts'
import type { PendingAction } from './kinds.ts'

export interface ActionParts {
  readonly store: Store
  readonly clock: Clock
  readonly engine: Engine
  readonly actionSeconds: number | undefined
  /** Told of every action as it starts and as it ends. */
  readonly note?: (action: Kinds['Action']) => void
  /** Whether what starts now is to end in error. */
  readonly fails?: () => boolean
}

export function createActions({ store, clock, engine, actionSeconds, note, fails }: ActionParts): Actions {
  const requireIdle = (keys: readonly Key[]) => {
    for (const key of keys) {
      if (store.get(lockOf(key))?.text !== undefined) throw new Failure(422, `${key.kind} already has a pending event.`)
    }
  }
  return {
    requireIdle,
    start: ({ type, key, resourceType, resourceId, region, seconds, locks = [], done, failed, payload }) => {
      requireIdle(locks)
      const slug = (region as { readonly slug?: string } | null)?.slug ?? null
      const pending: PendingAction = {
        about: formatResourceRef(key),
        key,
        locks,
        ...(done !== undefined && { done, failed, payload }),
        ...(fails?.() === true && { fails: true }),
      }
      const action = engine.create(
        'Action',
        {
          status: 'in-progress',
          type,
          started_at: clock.stamp(),
          completed_at: null,
          resource_id: resourceId,
          resource_type: resourceType,
          // As it stands in the object that is acted on.
          region: region as Kinds['Region'] | null,
          region_slug: slug,
        },
        { lifecycle: false, hidden: pending },
      )
      for (const lock of locks) setLock(store, engine, lock, true)
      const at = clock.now() + (actionSeconds ?? seconds) * 1000
      store.schedule({ at, name: 'actions.complete', payload: JSON.stringify({ id: action.id }) })
      note?.(action)
      return action
    },
    notifyEnded: (action) => note?.(action),
  }
}

/** The job handler that ends an action: unlock, do what it was for, move the state on, note the time. */
export function completeAction(id: number, ctx: AccountContext, run: (name: string, payload: unknown) => void): void {
  const { store, clock, engine, actions } = ctx
  const value = engine.find('Action', id)
  if (value?.status !== 'in-progress') return
  const { key, locks, done, failed, payload, fails } = engine.getHidden('Action', id)
  for (const lock of locks) setLock(store, engine, lock, false)
  actions.notifyEnded(engine.setFields('Action', id, { status: fails === true ? 'errored' : 'completed', completed_at: clock.stamp() }))
  if (fails === true) {
    if (failed !== undefined) run(failed, payload)
    return
  }
  if (engine.untyped.find(key)) applyActionTransition(key, value.type, ctx)
  if (done !== undefined) run(done, payload)
}

/** Moves the state on by what the action was for; with lag, a droplet that was switched off shows it a while later. */
function applyActionTransition(key: Key, type: string, ctx: AccountContext): void {
  if (ctx.settings.lag === 'real') refreshState({ key }, ctx)
  if (type !== 'power_off' || getLagSeconds(ctx.settings, 'poweredOff') === 0) ctx.engine.applyTrigger(key, type)
  else {
    ctx.engine.untyped.setHidden(key, { behind: type })
    runAfterLag(ctx, 'poweredOff', 'actions.catchUp', refreshState, { key })
  }
}

/** The job handler that makes an object's state what an action has left it in, unless a later action has done so. */
export function refreshState({ key }: { readonly key: Key }, { engine }: AccountContext): void {
  const behind = engine.untyped.find(key) && engine.untyped.getHidden(key)['behind']
  if (typeof behind !== 'string') return
  engine.untyped.setHidden(key, { behind: undefined })
  engine.applyTrigger(key, behind)
}

function setLock(store: Store, engine: Engine, key: Key, locked: boolean): void {
  if (locked) store.put({ ...lockOf(key), text: 'true' })
  else store.delete(lockOf(key))
  if ('locked' in engine.rowOf(key.kind).fields && engine.untyped.find(key)) engine.untyped.setFields(key, { locked })
}

/** What the actions of one object are listed by: a condition on `about`. */
export function formatResourceRef({ kind, id }: Key): string {
  return `${kind}/${id}`
}

/** Whether an action holds it that has not ended. */
export function isLocked(key: Key, { store }: AccountContext): boolean {
  return store.get(lockOf(key))?.text !== undefined
}

function lockOf({ kind, parent = '', id }: Key): Key {
  return { kind: 'lock', id: `${parent}${kind}/${id}` }
}
