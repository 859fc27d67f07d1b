/** What the conventions give a request body and a response. */
import { isDeepStrictEqual } from 'node:util'
import { everywhere } from './conventions.ts'
import { insertKey, requestBodyKeys, responseKeys } from './key-order.ts'
import { isObject, isRef } from './openapi.ts'
import { ignore, isNode, type Node, type OnRepeat } from './repeats.ts'

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
  if (isObject(content) && Object.keys(content).join() === mediaType) onRepeat(['content', mediaType])
  if (!('schema' in node)) return
  const entries = Object.entries(node)
  const media = Object.fromEntries(entries.filter(([key]) => mediaKeys.has(key)))
  for (const [key] of entries) delete node[key]
  for (const [key, value] of entries) {
    if (key === 'schema') node['content'] = { [mediaType]: media }
    else if (!mediaKeys.has(key)) node[key] = value
  }
}
