/**
 * Adds to what a document says what follows from `conventions.yaml`. What is written stands; references to shared parts are not followed.
 * Nodes are changed in place, since Redocly and anchors of the document hold them.
 */
import { isDeepStrictEqual } from 'node:util'
import { conventionsOf, everywhere, type ApiConventions } from './conventions.ts'
import { insertKey, operationKeys, requestBodyKeys, responseKeys } from './key-order.ts'
import { isObject, isRef, methods } from './openapi.ts'
import type { Folder } from './specification.ts'

type Node = Record<string, unknown>
type Keys = readonly (string | number)[]

/** Called with the place of what is written though a convention gives the same. */
export type OnRepeat = (keys: Keys) => void

const ignore: OnRepeat = () => undefined

/** Nodes that were filled in: an anchor stands for one node at many places, and none of those repeats anything. */
const filledIn = new WeakSet<Node>()

/** What filling in needs to know of a document. */
export interface Filled {
  readonly api: Folder
  readonly tag: string | undefined
}

export function fillDocument(content: Readonly<Node>, api: Folder, onRepeat: OnRepeat): void {
  const [tag] = Array.isArray(content['tags']) ? content['tags'] : []
  const of = { api, tag: isObject(tag) ? String(tag['name']) : undefined }
  for (const [path, item] of objects(content['paths'])) fillPath(path, item, of, within(onRepeat, 'paths', path))
  const components = content['components']
  if (!isObject(components)) return
  for (const [name, response] of objects(components['responses'])) fillResponse(response, within(onRepeat, 'components', 'responses', name))
}

/** All operations of a path, and the responses written in them. */
export function fillPath(path: string, item: Node, { api, tag }: Filled, onRepeat: OnRepeat = ignore): void {
  const conventions = conventionsOf(api)
  for (const method of methods) {
    const operation = item[method]
    if (!isNode(operation)) continue
    const repeated = within(onRepeat, method)
    fillKey(operation, 'tags', tag === undefined ? undefined : [tag], repeated)
    fillPaging(operation, conventions, repeated)
    fillRequestBody(operation, within(repeated, 'requestBody'))
    fillErrors(operation, { path, item, conventions }, within(repeated, 'responses'))
    for (const [status, response] of objects(operation['responses'])) fillResponse(response, within(repeated, 'responses', status))
    if (changes(method, operation)) fillKey(operation, 'security', conventions.change?.security, repeated)
  }
}

export function fillResponse(response: Node, onRepeat: OnRepeat = ignore): void {
  if (isRef(response) || filledIn.has(response)) return
  filledIn.add(response)
  const written = isObject(response['headers']) ? response['headers'] : undefined
  const { headers } = everywhere.response
  for (const [name, header] of Object.entries(written ?? {})) if (isDeepStrictEqual(header, headers[name])) onRepeat(['headers', name])
  const filled = { ...structuredClone(headers), ...written }
  if (written) response['headers'] = filled
  else insertKey(response, 'headers', filled, responseKeys)
}

function fillKey(operation: Node, key: string, value: unknown, onRepeat: OnRepeat): void {
  if (value === undefined) return
  if (!(key in operation)) insertKey(operation, key, structuredClone(value), operationKeys)
  else if (isDeepStrictEqual(operation[key], value)) onRepeat([key])
}

/** A list takes the shared parameters of paging last, unless it writes some of them itself. */
function fillPaging(operation: Node, { list }: ApiConventions, onRepeat: OnRepeat): void {
  const effect = operation['x-effect']
  if (!list || !isObject(effect) || !('lists' in effect)) return
  const written: readonly unknown[] = Array.isArray(operation['parameters']) ? operation['parameters'] : []
  const first = written.findIndex((parameter) => isRef(parameter) && parameter.$ref.includes('/collections.yaml#/components/parameters/'))
  if (first >= 0) {
    if (isDeepStrictEqual(written.slice(first), list.parameters)) onRepeat(['parameters', first])
    return
  }
  const parameters = [...written, ...structuredClone(list.parameters)]
  if (written.length > 0) operation['parameters'] = parameters
  else insertKey(operation, 'parameters', parameters, operationKeys)
}

function fillRequestBody(operation: Node, onRepeat: OnRepeat): void {
  const body = operation['requestBody']
  if (!isNode(body) || isRef(body) || filledIn.has(body)) return
  filledIn.add(body)
  const { required } = everywhere.requestBody
  if (body['required'] === required) onRepeat(['required'])
  if (!('required' in body)) insertKey(body, 'required', required, requestBodyKeys)
}

interface Place {
  readonly path: string
  readonly item: Readonly<Node>
  readonly conventions: ApiConventions
}

function fillErrors(operation: Node, { path, item, conventions: { errors } }: Place, onRepeat: OnRepeat): void {
  const responses = operation['responses']
  if (!errors || !isNode(responses)) return
  const hasBody = 'requestBody' in operation
  const hasParameters = 'parameters' in operation || 'parameters' in item
  const shared = {
    ...errors.always,
    ...(hasBody ? errors.body : {}),
    ...(path.includes('{') ? errors.pathParameter : {}),
    ...(hasBody || hasParameters ? errors.input : {}),
  }
  for (const [status, response] of Object.entries(shared)) {
    if (!(status in responses)) responses[status] = { ...response }
    else if (isDeepStrictEqual(responses[status], response)) onRepeat([status])
  }
}

function changes(method: string, operation: Readonly<Node>): boolean {
  const tool = operation['x-tool']
  return isObject(tool) ? tool['kind'] !== 'read-only' : method !== 'get'
}

function within(onRepeat: OnRepeat, ...outer: Keys): OnRepeat {
  return onRepeat === ignore ? ignore : (keys) => onRepeat([...outer, ...keys])
}

function objects(value: unknown): [string, Node][] {
  return isObject(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : []
}

function isNode(value: unknown): value is Node {
  return isObject(value)
}
