/**
 * Fills in operations that are still served under an older path or method. The document contains only their operationId and their own
 * properties; everything else comes from the newer operation, which refers to them with `x-renamed-from`.
 */
import { insertKey, operationKeys } from './key-order.ts'
import { isObject, methods } from './openapi.ts'

type Node = Record<string, unknown>

/** Keys that are not copied from the newer operation. */
const ownKeys = new Set(['operationId', 'summary', 'description', 'x-renamed-from', 'x-stability', 'x-deprecation', 'x-decision'])

/** Returns true if `operation` is an older spelling, filled in now or before. `paths` are the paths of its document. */
export function fillOlder(operation: Node, paths: unknown): boolean {
  if ('x-same-as' in operation) return true
  const found = 'responses' in operation ? undefined : findNewer(operation['operationId'], paths)
  if (!found) return false
  const { newer, address } = found
  const given = {
    summary: `${String(newer['summary'])} (older spelling)`,
    description: `The older spelling of \`${address}\`, which does the same. Use that one.`,
    deprecated: true,
    ...Object.fromEntries(Object.entries(structuredClone(newer)).filter(([key]) => !ownKeys.has(key))),
    'x-same-as': newer['operationId'],
  }
  const deprecation = operation['x-deprecation']
  if (isObject(deprecation)) operation['x-deprecation'] = { ...deprecation, use: newer['operationId'] }
  for (const [key, value] of Object.entries(given)) if (!(key in operation)) insertKey(operation, key, value, operationKeys)
  return true
}

function findNewer(id: unknown, paths: unknown): { readonly newer: Node; readonly address: string } | undefined {
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    for (const method of methods) {
      const newer = isObject(item) ? item[method] : undefined
      if (isObject(newer) && newer['x-renamed-from'] === id) return { newer, address: `${method.toUpperCase()} ${path}` }
    }
  }
  return undefined
}
