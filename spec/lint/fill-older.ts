/**
 * An operation that is still served under an older path or method is written with its operationId alone, and with what only it says: the
 * newer one names it in `x-renamed-from`, and gives it everything else.
 */
import { insertKey, operationKeys } from './key-order.ts'
import { isObject, methods } from './openapi.ts'

type Node = Record<string, unknown>

/** What is about the newer spelling, and not about what it does. */
const itsOwn = new Set(['operationId', 'summary', 'description', 'x-renamed-from', 'x-stability', 'x-deprecation', 'x-decision'])

/** `paths`: those of the document that `operation` is in. Whether it is an older spelling, filled in now or before. */
export function fillOlder(operation: Node, paths: unknown): boolean {
  if ('x-same-as' in operation) return true
  const found = 'responses' in operation ? undefined : findNewer(operation['operationId'], paths)
  if (!found) return false
  const { newer, address } = found
  const given = {
    summary: `${String(newer['summary'])} (older spelling)`,
    description: `The older spelling of \`${address}\`, which does the same. Use that one.`,
    deprecated: true,
    ...Object.fromEntries(Object.entries(structuredClone(newer)).filter(([key]) => !itsOwn.has(key))),
    'x-same-as': newer['operationId'],
  }
  const said = operation['x-deprecation']
  if (isObject(said)) operation['x-deprecation'] = { ...said, use: newer['operationId'] }
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
