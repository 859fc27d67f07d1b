/** Applies the conventions to parameters: adds path and pagination parameters, and makes path parameters required. */
import { isDeepStrictEqual } from 'node:util'
import type { ApiConventions } from './conventions.ts'
import { insertKey, operationKeys, parameterKeys, pathKeys } from './key-order.ts'
import { isObject, isRef, methods } from './openapi.ts'
import { asList, ignore, type Node, objects, type OnRepeat } from './repeats.ts'

const filledIn = new WeakSet<Node>()

export function fillParameter(parameter: Node, onRepeat: OnRepeat = ignore): void {
  if (parameter['in'] !== 'path' || filledIn.has(parameter)) return
  filledIn.add(parameter)
  if (parameter['required'] === true) onRepeat(['required'])
  else insertKey(parameter, 'required', true, parameterKeys)
}

/** Adds a reference for each `{name}` of a path if exactly one parameter of the document has the name and the path does not declare it. */
export function fillPathParameters(path: string, item: Node, declared: unknown, onRepeat: OnRepeat): void {
  const nameOf = (parameter: unknown) => {
    const found = isRef(parameter) && isObject(declared) ? declared[parameter.$ref.split('/').at(-1) ?? ''] : parameter
    return isObject(found) && found['in'] === 'path' ? found['name'] : undefined
  }
  const written = asList(item['parameters'])
  const ofOperations = new Set(methods.flatMap((method) => asList((item[method] as Node | undefined)?.['parameters'])).map(nameOf))
  const given = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => {
    const at = written.findIndex((parameter) => nameOf(parameter) === name)
    const refs = objects(declared)
      .map(([component]) => ({ $ref: `#/components/parameters/${component}` }))
      .filter((ref) => nameOf(ref) === name)
    const ref = refs.length === 1 && !ofOperations.has(name) ? refs[0] : undefined
    if (at < 0) return ref ?? []
    if (ref && isDeepStrictEqual(written[at], ref)) onRepeat(['parameters', at])
    return written[at]
  })
  const parameters = [...given, ...written.filter((parameter) => !given.includes(parameter))]
  if (written.length > 0) item['parameters'] = parameters
  else if (parameters.length > 0) insertKey(item, 'parameters', parameters, ['parameters', ...pathKeys])
}

/** Appends the shared pagination parameters to a list operation, unless it declares one of them. */
export function fillPagination(operation: Node, { list }: ApiConventions, onRepeat: OnRepeat): void {
  const effect = operation['x-effect']
  if (!list || !isObject(effect) || !('lists' in effect)) return
  const written = asList(operation['parameters'])
  const first = written.findIndex((parameter) => isRef(parameter) && parameter.$ref.includes('/collections.yaml#/components/parameters/'))
  if (first >= 0) {
    if (isDeepStrictEqual(written.slice(first), list.parameters)) onRepeat(['parameters', first])
    return
  }
  const parameters = [...written, ...structuredClone(list.parameters)]
  if (written.length > 0) operation['parameters'] = parameters
  else insertKey(operation, 'parameters', parameters, operationKeys)
}
