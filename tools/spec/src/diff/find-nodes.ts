/** Finds all nodes of a document that can have extensions, by a key that does not depend on their position in arrays. */
import { isNode, type Node } from './place.ts'

export interface FoundNode {
  readonly node: Node
  readonly segments: readonly string[]
}

/** Keys whose values are data, not nodes of the document. */
const data = new Set(['example', 'default', 'const', 'enum', 'value', 'required', 'mapping', 'security', 'x-messages', 'x-refers'])

export function findNodes(document: unknown): ReadonlyMap<string, FoundNode> {
  const found = new Map<string, FoundNode>()
  visit(document, [], [], found)
  return found
}

function visit(value: unknown, keys: readonly string[], segments: readonly string[], found: Map<string, FoundNode>): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, [...keys, nameItem(item, index)], [...segments, String(index)], found)
  } else if (isNode(value)) {
    found.set(keys.join('\n'), { node: value, segments })
    for (const [name, member] of Object.entries(value)) {
      const isName = segments.at(-1) === 'properties'
      if (!isName && (name.startsWith('x-') || data.has(name) || (name === 'examples' && Array.isArray(member)))) continue
      // The name of a path parameter does not identify the path.
      visit(member, [...keys, segments.at(-1) === 'paths' ? name.replaceAll(/\{[^}]*\}/g, '{}') : name], [...segments, name], found)
    }
  }
}

function nameItem(item: unknown, index: number): string {
  if (!isNode(item)) return String(index)
  const { $ref, name } = item
  if (typeof $ref === 'string') return $ref
  return typeof name === 'string' ? `${String(item['in'])} ${name}` : String(index)
}
