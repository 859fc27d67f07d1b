/** Applies the conventions to request bodies and responses. */
import { isDeepStrictEqual } from 'node:util'
import { type ApiConventions, everywhere } from './conventions.ts'
import { effectOf, type EffectVerb } from './effect.ts'
import { fillKey, insertKey, mediaKeys, requestBodyKeys, responseKeys } from './key-order.ts'
import { isObject, isRef, type Operation } from './openapi.ts'
import { ignore, isNode, type Node, type OnRepeat, withOuterKeys } from './repeats.ts'
import type { DocumentContent } from './specification-types.ts'

export type Components = NonNullable<DocumentContent['components']>

/** Effects whose reply contains the affected object. */
const replyingEffects: ReadonlySet<EffectVerb> = new Set(['lists', 'gets', 'creates', 'updates', 'replaces'])

/** Nodes that are already filled in. A YAML anchor uses one node in several places, which must not count as a repetition. */
const filledIn = new WeakSet<Node>()

export function fillResponse(response: Node, onRepeat: OnRepeat = ignore): void {
  if (isRef(response) || filledIn.has(response)) return
  filledIn.add(response)
  // An empty `content` means that there is no body although the conventions would add one.
  if (isObject(response['content']) && Object.keys(response['content']).length === 0) delete response['content']
  const ownHeaders = isObject(response['headers']) ? response['headers'] : undefined
  const { headers } = everywhere.response
  for (const [name, header] of Object.entries(ownHeaders ?? {})) if (isDeepStrictEqual(header, headers[name])) onRepeat(['headers', name])
  const filledHeaders = { ...structuredClone(headers), ...ownHeaders }
  if (ownHeaders) response['headers'] = filledHeaders
  else insertKey(response, 'headers', filledHeaders, responseKeys)
}

interface FillOptions {
  readonly components: Components
  readonly conventions: ApiConventions
}

/** Adds the default reply of an operation: the `…Response` or `…List` schema of its effect, with the example of the same name. */
export function fillSuccess(response: Node, operation: Operation, { components, conventions }: FillOptions, onRepeat: OnRepeat): void {
  if (isRef(response) || filledIn.has(response)) return
  const { mediaType } = everywhere
  const { content = { [mediaType]: {} } } = response
  // A response in another format, or in several, is complete as it is written.
  const media = isObject(content) && Object.keys(content).join() === mediaType ? content[mediaType] : undefined
  if (!isNode(media)) return
  const repeated = withOuterKeys(onRepeat, 'content', mediaType)
  if (conventions.success) fillKey(media, 'schema', { ...conventions.success.schema }, mediaKeys, repeated)
  fillFromEffect(media, operation, components, repeated)
  if (!('content' in response) && Object.keys(media).length > 0) insertKey(response, 'content', content, responseKeys)
}

function fillFromEffect(media: Node, operation: Operation, components: Components, onRepeat: OnRepeat): void {
  const effect = effectOf(operation)
  if (!effect || !replyingEffects.has(effect.verb)) return
  const isList = effect.verb === 'lists'
  const name = effect.value + (isList ? 'List' : 'Response')
  const schema = components['schemas']?.[name]
  if (!isObject(schema)) return
  const [root] = isObject(schema['properties']) ? Object.keys(schema['properties']) : []
  const example = isList ? name : effect.value
  fillKey(media, 'schema', { $ref: `#/components/schemas/${name}` }, mediaKeys, onRepeat)
  if (root !== undefined && !('example' in media) && example in (components['examples'] ?? {}))
    fillKey(media, 'examples', { [root]: { $ref: `#/components/examples/${example}` } }, mediaKeys, onRepeat)
}

export function fillRequestBody(body: unknown, onRepeat: OnRepeat): void {
  if (!isNode(body) || isRef(body) || filledIn.has(body)) return
  filledIn.add(body)
  const { required } = everywhere.requestBody
  if (body['required'] === required) onRepeat(['required'])
  if (!('required' in body)) insertKey(body, 'required', required, requestBodyKeys)
}
