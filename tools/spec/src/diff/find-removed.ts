/** Operations that are gone, and whether those who call them were told in time. */
import { isNode, type Node } from './place.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** One sentence for each that was removed without its deprecation, or before its sunset. */
export function checkRemoved(before: unknown, after: unknown, today: string): string[] {
  const now = new Set(listOperations(after).map(({ key }) => key))
  return listOperations(before).flatMap(({ key, name, operation }) => {
    if (now.has(key) || (operation['x-stability'] ?? 'stable') !== 'stable') return []
    if (operation['deprecated'] !== true)
      return [
        `${name} was removed and had not been deprecated. Release it as deprecated first (\`deprecated: true\` and \`x-deprecation\`).`,
      ]
    const { sunset } = isNode(operation['x-deprecation']) ? operation['x-deprecation'] : {}
    return typeof sunset === 'string' && sunset > today ? [`${name} was removed, and was to stay until ${sunset}. Keep it until then.`] : []
  })
}

interface Listed {
  readonly key: string
  readonly name: string
  readonly operation: Node
}

function listOperations(document: unknown): Listed[] {
  const paths = isNode(document) && isNode(document['paths']) ? document['paths'] : {}
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined
      const name = `${method.toUpperCase()} ${path}`
      return isNode(operation) ? [{ key: name.replaceAll(/\{[^}]*\}/g, '{}'), name, operation }] : []
    }),
  )
}
