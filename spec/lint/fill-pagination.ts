/** Adds the shared pagination parameters to the operations that list objects. */
import { isDeepStrictEqual } from 'node:util'
import type { ApiConventions } from './conventions.ts'
import { insertKey, operationKeys } from './key-order.ts'
import { isObject, isRef } from './openapi.ts'
import { asList, type Node, type OnRepeat } from './repeats.ts'

/** Appends the shared pagination parameters to a list operation, unless it declares one of them. */
export function fillPagination(operation: Node, { list }: ApiConventions, onRepeat: OnRepeat): void {
  const effect = operation['x-effect']
  if (!list || !isObject(effect) || !('lists' in effect)) return
  const ownParameters = asList(operation['parameters'])
  const first = ownParameters.findIndex(
    (parameter) => isRef(parameter) && parameter.$ref.includes('/collections.yaml#/components/parameters/'),
  )
  if (first >= 0) {
    if (isDeepStrictEqual(ownParameters.slice(first), list.parameters)) onRepeat(['parameters', first])
    return
  }
  const parameters = [...ownParameters, ...structuredClone(list.parameters)]
  if (ownParameters.length > 0) operation['parameters'] = parameters
  else insertKey(operation, 'parameters', parameters, operationKeys)
}
