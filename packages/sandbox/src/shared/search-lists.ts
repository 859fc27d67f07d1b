/** Lists that the query searches, filters and sorts, and whose responses name the possible values. */
import { Answer } from '../engine/answer.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Call } from '../engine/call.ts'
import type { ListInput, ListPlan, ResourceHooks } from '../engine/hooks.ts'
import type { Kind, OperationId, ReplyOf, DeepReadonly } from '../engine/kinds.ts'
import { oncePerCall } from '../engine/once-per-call.ts'
import { replyValues } from '../engine/pages.ts'
import type { UntypedCall } from '../engine/request.ts'
import type { Value } from '../engine/values.ts'

export interface SearchRules {
  /** Fields that `search` compares, ignoring case. */
  readonly search: readonly string[]
  /** Filtered fields, by the parameter or by the `available_…` list of their values. `…_UNSPECIFIED` filters nothing. */
  readonly filters?: Readonly<Record<string, string>>
  /** Values of `sort_by`, the default first. Each ends with a field; a value that names no field keeps the order. */
  readonly sort: readonly string[]
  readonly direction?: 'SORT_DIRECTION_ASC' | 'SORT_DIRECTION_DESC'
}

const collator = new Intl.Collator('en', { numeric: true })

const isSpecified = (value: unknown) => value !== undefined && !String(value).endsWith('_UNSPECIFIED')

function searchValues(values: readonly Value[], query: UntypedCall['query'], rules: SearchRules): Value[] {
  const { search, filters = {}, sort, direction = 'SORT_DIRECTION_ASC' } = rules
  const text = String(query['search'] ?? '').toLowerCase()
  const filterValues = new Map<string, unknown[]>()
  for (const [parameter, field] of Object.entries(filters)) {
    const parameterValues = [query[parameter]].flat().filter((value) => value !== '' && isSpecified(value))
    if (parameterValues.length > 0) filterValues.set(field, [...(filterValues.get(field) ?? []), ...parameterValues])
  }
  const found = values.filter(
    (value) =>
      search.some((field) =>
        String(value[field] ?? '')
          .toLowerCase()
          .includes(text),
      ) && [...filterValues].every(([field, acceptedValues]) => acceptedValues.includes(value[field])),
  )
  const order = isSpecified(query['sort_by']) ? String(query['sort_by']) : (sort[0] ?? '')
  const field = order.replace(/^.*_SORT_FIELD_/, '').toLowerCase()
  const keyOf = (value: Value) => String(value[field] ?? '')
  const sortedValues = found.toSorted((a, b) => collator.compare(keyOf(a), keyOf(b)))
  const sortDirection = isSpecified(query['sort_direction']) ? query['sort_direction'] : direction
  return sortDirection === 'SORT_DIRECTION_DESC' ? sortedValues.toReversed() : sortedValues
}

/** Returns the `available_…` fields of the response. */
function listAvailable({ operation }: UntypedCall, values: readonly Value[], { filters = {}, sort }: SearchRules): Record<string, never[]> {
  const lists = Object.keys(operation.root?.otherFields ?? {}).map((name) => {
    if (name === 'available_sort_by') return [name, sort]
    if (name === 'available_sort_directions') return [name, ['SORT_DIRECTION_ASC', 'SORT_DIRECTION_DESC']]
    const field = filters[name.replace('available_', '')] ?? ''
    return [name, [...new Set(values.flatMap((value) => value[field] ?? []))].toSorted()]
  })
  // The table names the fields of the response.
  return Object.fromEntries(lists) as Record<string, never[]>
}

/** Answers a list of values that are not stored. */
export function answerSearch<Id extends OperationId>(
  call: UntypedCall & Call<Id>,
  values: readonly object[],
  rules: SearchRules,
): Answer<DeepReadonly<ReplyOf<Id>>> {
  // Only reads fields by name.
  const all = values as readonly Value[]
  const key = call.operation.root?.key ?? ''
  return new Answer(replyValues(call, key, searchValues(all, call.query, rules), undefined, listAvailable(call, all, rules)))
}

/** Creates the hooks of a list of stored objects. */
export function createSearchHooks<K extends Kind>(kind: K, operation: OperationId, rules: SearchRules) {
  const listAll = oncePerCall(({ engine }, parent) => engine.untyped.list({ kind, parent, order: 'oldest' }))
  const hooks = {
    listQuery: (call: UntypedCall, ctx: AccountContext, { parent }: ListInput): ListPlan<Kind> => ({
      values: searchValues(listAll(ctx, parent, call), call.query, rules),
    }),
    envelope: {
      [operation]: ({ parent }: { readonly parent: string }, ctx: AccountContext, call: UntypedCall) =>
        listAvailable(call, listAll(ctx, parent, call), rules),
    },
  }
  // The engine calls the hooks with objects of the kind.
  return hooks as unknown as Pick<ResourceHooks<K>, 'listQuery'> & { readonly envelope: NonNullable<ResourceHooks<K>['envelope']> }
}
