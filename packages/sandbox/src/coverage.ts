/** Coverage of operations: handled by a handler, by the generic engine, or not yet. */
import type { Family } from './families/family.ts'
import { families } from './families/index.ts'
import { byName, joinHooks, oldestFirst } from './engine/hooks.ts'
import { findRenamed, newestSpelling } from './engine/earlier-names.ts'
import { createGenericHandler } from './engine/generic-handlers.ts'
import { operationRows } from './generated/operations.ts'
import { toolRows } from './generated/tools.ts'
import type { OperationRow } from './tables/operation-row.ts'

export interface OperationCoverage {
  readonly operation: OperationRow
  readonly by: 'handler' | 'engine' | '501'
  /** Filters of the operation that neither the tables nor a hook implement. */
  readonly ignores: readonly string[]
}

export function listCoverage(): OperationCoverage[] {
  const handlerIds = new Set(Object.values<Family>(families).flatMap(({ handlers = {} }) => Object.keys(handlers)))
  const joined = joinHooks(Object.values<Family>(families).map(({ hooks = {} }) => hooks))
  const filteredKinds = new Set(
    Object.values<Family>(families).flatMap(({ hooks = {} }) =>
      Object.entries(hooks).flatMap(([kind, each]) =>
        each.listQuery && each.listQuery !== oldestFirst && each.listQuery !== byName ? [kind] : [],
      ),
    ),
  )
  return operationRows.map((operation) => {
    const newest = newestSpelling(operation)
    const isHandled = [newest.id, findRenamed(newest)?.id ?? ''].some((id) => handlerIds.has(id))
    const by = isHandled || toolRows[operation.id] ? 'handler' : createGenericHandler(newest, joined) ? 'engine' : '501'
    const unknown = Object.entries(operation.filters ?? {}).flatMap(([name, field]) => (field === null ? [name] : []))
    const isAsked = operation.effect?.kind === 'lists' && filteredKinds.has(operation.effect.resource)
    return { operation, by, ignores: by === 'engine' && !isAsked ? unknown : [] }
  })
}
