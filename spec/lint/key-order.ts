/** Order of keys, in documents and where a key is filled in. */
import { isDeepStrictEqual } from 'node:util'
import type { Node, OnRepeat } from './repeats.ts'

export const operationKeys = [
  'operationId',
  'summary',
  'description',
  'deprecated',
  'tags',
  'parameters',
  'requestBody',
  'responses',
  'security',
  'x-…',
] as const
export const pathKeys = ['get', 'post', 'put', 'patch', 'delete'] as const
export const requestBodyKeys = ['required', 'description', 'content'] as const
/** Order for filled-in keys: type first. */
export const schemaKeys = ['type', 'description', 'required', 'properties', 'items', 'x-…'] as const
export const resourceKeys = ['one', 'many', 'id', 'urn', 'parent', 'unique', 'taggable'] as const
export const lifecycleKeys = ['field', 'initial', 'transitions', 'set-by'] as const
export const responseKeys = ['description', 'headers', 'content', 'x-…'] as const
export const mediaKeys = ['schema', 'examples'] as const

export function rankOf(key: string, order: readonly string[]): number {
  return order.indexOf(key.startsWith('x-') ? 'x-…' : key)
}

/** Sets `key` before the first key that comes later in `order`. Changes the node in place, because others share it. */
export function insertKey(node: Record<string, unknown>, key: string, value: unknown, order: readonly string[]): void {
  const rank = rankOf(key, order)
  const at = Object.keys(node).findIndex((known) => rankOf(known, order) > rank)
  const laterEntries = at < 0 ? [] : Object.entries(node).slice(at)
  for (const [known] of laterEntries) delete node[known]
  node[key] = value
  for (const [known, laterValue] of laterEntries) node[known] = laterValue
}

/** Sets `key` unless the node has it, and calls `onRepeat` if the node has the same value. */
export function fillKey(node: Node, key: string, value: unknown, order: readonly string[], onRepeat: OnRepeat): void {
  if (value === undefined) return
  if (!(key in node)) insertKey(node, key, structuredClone(value), order)
  else if (isDeepStrictEqual(node[key], value)) onRepeat([key])
}
