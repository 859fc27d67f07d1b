/**
 * Fills in operations that are still served under an older path or method. The document contains only their operationId, their own
 * properties and `x-deprecation` with the newer operation, from which everything else comes.
 */
import { insertKey, operationKeys } from './key-order.ts'
import { isObject, methods } from './openapi.ts'

type Node = Record<string, unknown>

/** Keys that are not copied from the newer operation. */
const ownKeys = new Set(['operationId', 'summary', 'description', 'x-deprecation', 'x-provenance'])

/** Returns true if `operation` is an older spelling, filled in now or before. `paths` are the paths of its document. */
export function fillOlder(operation: Node, paths: unknown): boolean {
  const deprecation = operation['x-deprecation']
  if (!isObject(deprecation)) return false
  if (deprecation['alias'] === true) return true
  const found = 'responses' in operation ? undefined : findNewer(deprecation['use'], paths)
  if (!found) return false
  const { newer, address } = found
  const added = {
    summary: `${String(newer['summary'])} (older spelling)`,
    description: `The older spelling of \`${address}\`, which does the same. Use that one.`,
    deprecated: true,
    ...Object.fromEntries(Object.entries(structuredClone(newer)).filter(([key]) => !ownKeys.has(key))),
  }
  operation['x-deprecation'] = { ...deprecation, alias: true }
  for (const [key, value] of Object.entries(added)) if (!(key in operation)) insertKey(operation, key, value, operationKeys)
  return true
}

function findNewer(id: unknown, paths: unknown): { readonly newer: Node; readonly address: string } | undefined {
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    for (const method of methods) {
      const newer = isObject(item) ? item[method] : undefined
      if (isObject(newer) && newer['operationId'] === id) return { newer, address: `${method.toUpperCase()} ${path}` }
    }
  }
  return undefined
}
