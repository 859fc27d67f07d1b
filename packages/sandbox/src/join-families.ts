/** Joins the handlers, error mappers, addresses, hooks and jobs of all families. */
import { callJobHandler, type JobHandler } from './clock/run-pending-jobs.ts'
import type { Dependencies } from './dependencies.ts'
import { refreshState, completeAction } from './engine/actions.ts'
import { type AnyHandler, bindHandler } from './engine/call.ts'
import { type Hooks, joinHooks } from './engine/hooks.ts'
import type { TransitionJob } from './engine/account-context.ts'
import { answerRenamed, findRenamed, newestSpelling } from './engine/earlier-names.ts'
import { checkReferences } from './engine/references.ts'
import { createGenericHandler } from './engine/generic-handlers.ts'
import type { OperationId } from './engine/kinds.ts'
import type { Family, Handlers } from './families/family.ts'
import { families } from './families/index.ts'
import type { Key } from './store/store.ts'
import type { OperationRow } from './tables/operation-row.ts'

const allFamilies: readonly Family[] = Object.values(families)

export type JoinedFamilies = Pick<Dependencies, 'addresses' | 'handlerFor' | 'hooks' | 'jobHandlers' | 'findErrorMapper'>

const allHooks = joinHooks(allFamilies.map((family) => family.hooks ?? {}))
const errorMappers = new Map(allFamilies.flatMap((family) => Object.entries(family.errorMappers ?? {})))

/** The families without services, joined once a process. */
export const joinedFamilies = joinFamilies(allHooks)

/** @param extendHooks adds the fields of services to the hooks */
export const extendFamilies = (extendHooks: (hooks: Hooks) => Hooks): JoinedFamilies => joinFamilies(extendHooks(allHooks))

function joinFamilies(hooks: Hooks): JoinedFamilies {
  const resolvedHandlers = new Map<string, AnyHandler | undefined>()
  return {
    hooks,
    jobHandlers: listJobHandlers(),
    addresses: allFamilies.flatMap(({ addresses = [] }) => addresses),
    handlerFor: (operation) => {
      if (!resolvedHandlers.has(operation.id)) resolvedHandlers.set(operation.id, findHandler(operation, hooks))
      return resolvedHandlers.get(operation.id)
    },
    findErrorMapper: ({ id }) => errorMappers.get(id),
  }
}

/** Finds the handler of a family, else the generic one of the engine. An older path uses the handler of the newer one. */
function findHandler(operation: OperationRow, hooks: Hooks): AnyHandler | undefined {
  const newer = newestSpelling(operation)
  const handler = withReferences(newer, findFamilyHandler(newer.id) ?? findRenamedHandler(newer) ?? createGenericHandler(newer, hooks))
  return newer === operation ? handler : handler && ((call, ctx) => handler({ ...call, operation: newer }, ctx))
}

function findRenamedHandler(operation: OperationRow): AnyHandler | undefined {
  const newer = findRenamed(operation)
  const handler = newer && findFamilyHandler(newer.id)
  return handler && answerRenamed(operation, newer, handler)
}

/** Checks the references of the body before the handler runs. */
function withReferences({ body }: OperationRow, handler: AnyHandler | undefined): AnyHandler | undefined {
  if (!handler || !body?.references) return handler
  return (call, ctx) => {
    checkReferences(call, ctx)
    return handler(call, ctx)
  }
}

function findFamilyHandler(id: string): AnyHandler | undefined {
  for (const { handlers = {} } of allFamilies) if (hasHandler(handlers, id)) return bindHandler(handlers, id)
  return undefined
}

function hasHandler(handlers: Handlers, id: string): id is OperationId {
  return Object.hasOwn(handlers, id)
}

function listJobHandlers(): Map<string, JobHandler> {
  const handlers = new Map<string, JobHandler>(allFamilies.flatMap(({ jobs = {} }) => Object.entries(jobs)))
  handlers.set('engine.transition', (job: TransitionJob, { engine }) => engine.runTransition(job))
  handlers.set('engine.remove', (key: Key, { engine }) => {
    if (engine.untyped.find(key)) engine.untyped.delete(key)
  })
  handlers.set('actions.refreshState', refreshState)
  handlers.set('actions.complete', ({ id }: { readonly id: number }, ctx) => {
    completeAction(id, ctx, (name, payload) => {
      const handler = handlers.get(name)
      if (!handler) throw new Error(`No handler for the job "${name}" that completes an action.`)
      callJobHandler(handler, payload, ctx)
    })
  })
  return handlers
}
