/** What the conventions give a request body and a response. */
import { isDeepStrictEqual } from 'node:util'
import { type ApiConventions, everywhere } from './conventions.ts'
import { effectOf, type EffectVerb } from './effect.ts'
import { fillKey, insertKey, requestBodyKeys, responseKeys } from './key-order.ts'
import { isObject, isRef, type Operation } from './openapi.ts'
import { ignore, isNode, type Node, type OnRepeat } from './repeats.ts'
import type { DocumentContent } from './specification-types.ts'

export type Components = NonNullable<DocumentContent['components']>

/** What answers with the thing that it is about. */
const answering: ReadonlySet<EffectVerb> = new Set(['lists', 'gets', 'creates', 'updates', 'replaces'])

const mediaKeys: ReadonlySet<string> = new Set(['schema', 'example', 'examples'])

/** Nodes that were filled in: an anchor stands for one node at many places, and none of those repeats anything. */
const filledIn = new WeakSet<Node>()

export function fillResponse(response: Node, onRepeat: OnRepeat = ignore): void {
  if (isRef(response) || filledIn.has(response)) return
  filledIn.add(response)
  fillContent(response, onRepeat)
  const written = isObject(response['headers']) ? response['headers'] : undefined
  const { headers } = everywhere.response
  for (const [name, header] of Object.entries(written ?? {})) if (isDeepStrictEqual(header, headers[name])) onRepeat(['headers', name])
  const filled = { ...structuredClone(headers), ...written }
  if (written) response['headers'] = filled
  else insertKey(response, 'headers', filled, responseKeys)
}

interface Given {
  readonly components: Components
  readonly conventions: ApiConventions
}

/** What an operation is about is what it answers: the document's `…Response` or `…List` of it, with the example of that name. */
export function fillSuccess(response: Node, operation: Operation, { components, conventions }: Given, onRepeat: OnRepeat): void {
  if (isRef(response) || filledIn.has(response) || 'content' in response) return
  if (conventions.success) fillKey(response, 'schema', { ...conventions.success.schema }, responseKeys, onRepeat)
  const effect = effectOf(operation)
  if (!effect || !answering.has(effect.verb)) return
  const isList = effect.verb === 'lists'
  const name = effect.value + (isList ? 'List' : 'Response')
  const schema = components['schemas']?.[name]
  if (!isObject(schema)) return
  const [root] = isObject(schema['properties']) ? Object.keys(schema['properties']) : []
  const example = isList ? name : effect.value
  fillKey(response, 'schema', { $ref: `#/components/schemas/${name}` }, responseKeys, onRepeat)
  if (root !== undefined && !('example' in response) && example in (components['examples'] ?? {}))
    fillKey(response, 'examples', { [root]: { $ref: `#/components/examples/${example}` } }, responseKeys, onRepeat)
}

export function fillRequestBody(body: unknown, onRepeat: OnRepeat): void {
  if (!isNode(body) || isRef(body) || filledIn.has(body)) return
  filledIn.add(body)
  fillContent(body, onRepeat)
  const { required } = everywhere.requestBody
  if (body['required'] === required) onRepeat(['required'])
  if (!('required' in body)) insertKey(body, 'required', required, requestBodyKeys)
}

/** A body that is written as a parameter is, with `schema` and `examples` of its own, has one media type, the same for all. */
function fillContent(node: Node, onRepeat: OnRepeat): void {
  const { content } = node
  const { mediaType } = everywhere
  const mediaTypes = isObject(content) ? Object.keys(content).join() : undefined
  if (mediaTypes === mediaType) onRepeat(['content', mediaType])
  // So it is said that there is none, where one would be given.
  if (mediaTypes === '') delete node['content']
  if (!('schema' in node)) return
  const entries = Object.entries(node)
  const media = Object.fromEntries(entries.filter(([key]) => mediaKeys.has(key)))
  for (const [key] of entries) delete node[key]
  for (const [key, value] of entries) {
    if (key === 'schema') node['content'] = { [mediaType]: media }
    else if (!mediaKeys.has(key)) node[key] = value
  }
}
