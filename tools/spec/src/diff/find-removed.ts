/** Finds removed operations that were not deprecated in time. */
import { isUndocumented } from '../../../../generators/kit/describe-provenance.ts'
import type { Provenance } from '../../../../generators/model/json-schema.ts'
import { isNode, type Node } from './place.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Returns one sentence for each operation that was removed without a deprecation or before its sunset. */
export function checkRemoved(before: unknown, after: unknown, today: string): string[] {
  const now = new Set(listOperations(after).map(({ key }) => key))
  return listOperations(before).flatMap(({ key, name, operation }) => {
    if (now.has(key) || isUndocumented(operation['x-provenance'] as Provenance | undefined)) return []
    if (operation['deprecated'] !== true)
      return [`${name} was removed without a deprecation. Release it as deprecated first (\`deprecated: true\` and \`x-deprecation\`).`]
    const { sunset } = isNode(operation['x-deprecation']) ? operation['x-deprecation'] : {}
    return typeof sunset === 'string' && sunset > today ? [`${name} was removed before its sunset on ${sunset}. Keep it until then.`] : []
  })
}

interface ListedOperation {
  readonly key: string
  readonly name: string
  readonly operation: Node
}

function listOperations(document: unknown): ListedOperation[] {
  const paths = isNode(document) && isNode(document['paths']) ? document['paths'] : {}
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined
      const name = `${method.toUpperCase()} ${path}`
      return isNode(operation) ? [{ key: name.replaceAll(/\{[^}]*\}/g, '{}'), name, operation }] : []
    }),
  )
}
