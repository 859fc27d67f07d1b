/** Normalizes the location of parameters, so that moving one between path, operation and components is not a change. */
import { isNode, getAt, segmentsOf, type Node } from './place.ts'

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])

/** Returns both documents with all parameters in their operations. Keeps a reference only if the other document has the same. */
export function alignParameters(before: unknown, after: unknown): readonly [before: unknown, after: unknown] {
  return [align(before, after), align(after, before)]
}

function align(document: unknown, other: unknown): unknown {
  if (!isNode(document) || !isNode(document['paths'])) return document
  const paths = Object.entries(document['paths']).map(([path, item]) => {
    if (!isNode(item)) return [path, item]
    const members = Object.entries(item)
      .filter(([name]) => name !== 'parameters')
      .map(([name, operation]) => {
        if (!methods.has(name) || !isNode(operation)) return [name, operation]
        const shared = new Set([...listParameters(other, path, name).values()].map(({ $ref }) => $ref))
        const own = [...listParameters(document, path, name).values()]
        const parameters = own.map((parameter) => (shared.has(parameter['$ref']) ? parameter : follow(document, parameter)))
        return [name, parameters.length > 0 ? { ...operation, parameters } : operation]
      })
    return [path, Object.fromEntries(members) as Node]
  })
  return { ...document, paths: Object.fromEntries(paths) as Node }
}

/** Lists the parameters of an operation by location and name. Parameters of the operation override those of its path. */
function listParameters(document: unknown, path: string, method: string): ReadonlyMap<string, Node> {
  const lists = [getAt(document, ['paths', path, 'parameters']), getAt(document, ['paths', path, method, 'parameters'])]
  const parameters = lists.flatMap((list) => (Array.isArray(list) ? (list as Node[]) : []))
  return new Map(
    parameters.map((parameter) => {
      const { in: location, name } = follow(document, parameter)
      return [`${String(location)} ${String(name)}`, parameter]
    }),
  )
}

function follow(document: unknown, parameter: Node): Node {
  const { $ref } = parameter
  return typeof $ref === 'string' ? (getAt(document, segmentsOf($ref)) as Node) : parameter
}
