/** Removes keys without a value from half-written documents, so that rules need not expect them. */
import { ignore, type Keys, type OnRepeat, withOuterKeys } from './repeats.ts'

/** Keys whose values may be or contain null. */
const literals: ReadonlySet<string> = new Set(['example', 'value', 'default', 'const', 'enum'])

/** Removes empty values in place and calls `onEmpty` with the location of each. An empty item of an array becomes an empty object. */
export function removeEmptyValues(node: unknown, onEmpty: OnRepeat = ignore, names = false): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, child] of Object.entries(node)) {
    if (!names && (literals.has(key) || key.startsWith('x-') || (key === 'examples' && Array.isArray(child)))) continue
    if (child === null) removeEmpty(node as Record<string, unknown>, key, onEmpty)
    else removeEmptyValues(child, withOuterKeys(onEmpty, key), key === 'properties' && !names)
  }
}

function removeEmpty(node: Record<string, unknown>, key: Keys[number], onEmpty: OnRepeat): void {
  onEmpty([key])
  if (Array.isArray(node)) node[key] = {}
  else delete node[key]
}
