/** What the families bring, joined: their behaviors, refusals, addresses and hooks, and what they do when it falls due. */
import type { JobHandler } from './clock/run-pending-jobs.ts'
import type { Dependencies } from './dependencies.ts'
import { refreshState, completeAction } from './engine/actions.ts'
import { formatAnswer } from './engine/answer.ts'
import type { AnyHandler } from './engine/call.ts'
import type { UntypedCall } from './engine/request.ts'
import { type Hooks, joinHooks } from './engine/hooks.ts'
import { runTransition, type TransitionJob } from './engine/lifecycle.ts'
import { newestSpelling } from './engine/newest-spelling.ts'
import { createGenericHandler } from './engine/generic-handlers.ts'
import type { AccountContext } from './engine/account-context.ts'
import type { Family } from './families/family.ts'
import { families } from './families/index.ts'
import type { Key } from './store/store.ts'
import type { OperationRow } from './tables/operation-row.ts'

const allFamilies: readonly Family[] = Object.values(families)

export interface JoinedFamilies extends Pick<Dependencies, 'addresses' | 'handlerFor' | 'jobHandlers' | 'findErrorMapper'> {
  readonly hooks: Hooks
}

export function joinFamilies(): JoinedFamilies {
  const handlers = listHandlers()
  const hooks = joinHooks(allFamilies.map((family) => family.hooks ?? {}))
  const errorMappers = new Map(allFamilies.flatMap((family) => Object.entries(family.errorMappers ?? {})))
  const resolved = new Map<string, AnyHandler | undefined>()
  return {
    hooks,
    jobHandlers: listJobHandlers(),
    addresses: allFamilies.flatMap(({ addresses = [] }) => addresses),
    handlerFor: (operation) => {
      if (!resolved.has(operation.id)) resolved.set(operation.id, findHandler(handlers, hooks, operation))
      return resolved.get(operation.id)
    },
    findErrorMapper: ({ id }) => errorMappers.get(id),
  }
}

/** An older spelling is answered as the newer one. */
function findHandler(handlers: ReadonlyMap<string, AnyHandler>, hooks: Hooks, operation: OperationRow): AnyHandler | undefined {
  const newer = newestSpelling(operation)
  const handler = handlers.get(newer.id) ?? createGenericHandler(newer, hooks)
  return newer === operation ? handler : handler && ((call, ctx) => handler({ ...call, operation: newer }, ctx))
}

/** By operationId. */
function listHandlers(): Map<string, AnyHandler> {
  return new Map(
    allFamilies.flatMap(({ handlers = {} }) =>
      Object.entries(handlers).map(([id, handler]): [string, AnyHandler] => {
        // Validation has made sure that the call is what the operation's type says.
        const answers = handler as unknown as (call: UntypedCall, ctx: AccountContext) => unknown
        return [id, (call, ctx) => formatAnswer(answers(call, ctx))]
      }),
    ),
  )
}

function listJobHandlers(): Map<string, JobHandler> {
  const handlers = new Map<string, JobHandler>(allFamilies.flatMap(({ jobs = {} }) => Object.entries(jobs)))
  handlers.set('engine.transition', (payload: TransitionJob, ctx) => runTransition(ctx, payload))
  handlers.set('engine.remove', (key: Key, { engine }) => {
    if (engine.anyKind.find(key)) engine.anyKind.remove(key)
  })
  handlers.set('actions.catchUp', refreshState)
  handlers.set('actions.complete', ({ id }: { readonly id: number }, ctx) => {
    completeAction(id, ctx, (name, payload) => {
      const handler = handlers.get(name)
      if (!handler) throw new Error(`Nothing handles "${name}", which an action was to end with.`)
      handler(payload as never, ctx)
    })
  })
  return handlers
}
