/** Applies the conventions to request bodies and responses. */
import { isDeepStrictEqual } from 'node:util'
import { type ApiConventions, everywhere } from './conventions.ts'
import { effectOf, type EffectVerb } from './effect.ts'
import { fillKey, insertKey, requestBodyKeys, responseKeys } from './key-order.ts'
import { isObject, isRef, type Operation } from './openapi.ts'
import { ignore, isNode, type Node, type OnRepeat } from './repeats.ts'
import type { DocumentContent } from './specification-types.ts'

export type Components = NonNullable<DocumentContent['components']>

/** Effects whose reply contains the affected object. */
const replyingEffects: ReadonlySet<EffectVerb> = new Set(['lists', 'gets', 'creates', 'updates', 'replaces'])

const mediaKeys: ReadonlySet<string> = new Set(['schema', 'example', 'examples'])

/** Nodes that are already filled in. A YAML anchor uses one node in several places, which must not count as a repetition. */
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

interface FillOptions {
  readonly components: Components
  readonly conventions: ApiConventions
}

/** Adds the default reply of an operation: the `…Response` or `…List` schema of its effect, with the example of the same name. */
export function fillSuccess(response: Node, operation: Operation, { components, conventions }: FillOptions, onRepeat: OnRepeat): void {
  if (isRef(response) || filledIn.has(response) || 'content' in response) return
  if (conventions.success) fillKey(response, 'schema', { ...conventions.success.schema }, responseKeys, onRepeat)
  const effect = effectOf(operation)
  if (!effect || !replyingEffects.has(effect.verb)) return
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

/** Moves `schema` and `examples` of a body into `content` under the default media type. */
function fillContent(node: Node, onRepeat: OnRepeat): void {
  const { content } = node
  const { mediaType } = everywhere
  const mediaTypes = isObject(content) ? Object.keys(content).join() : undefined
  if (mediaTypes === mediaType) onRepeat(['content', mediaType])
  // An empty `content` means that there is no body although the conventions would add one.
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
