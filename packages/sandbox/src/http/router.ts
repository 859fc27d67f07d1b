/** Finds the operations of a path. Built once from the table; literal segments win over parameters, as OpenAPI says. */
import type { OperationRow } from '../tables/operation-row.ts'

export interface Match {
  /** By method. Never empty. */
  readonly operations: ReadonlyMap<string, OperationRow>
  /** Values of the parameters in the order of the path, still encoded. */
  readonly values: readonly string[]
}

interface Node {
  readonly children: Map<string, Node>
  parameter: Node | undefined
  operations: Map<string, OperationRow> | undefined
}

const makeNode = (): Node => ({ children: new Map(), parameter: undefined, operations: undefined })

export function createRouter(rows: readonly OperationRow[]): (path: string) => Match | undefined {
  const top = makeNode()
  for (const row of rows) {
    let node = top
    for (const segment of row.path.split('/').slice(1))
      node = segment.startsWith('{') ? (node.parameter ??= makeNode()) : childOf(node, segment)
    node.operations ??= new Map()
    node.operations.set(row.method, row)
  }
  return (path) => {
    const values: string[] = []
    const segments = path.split('/')
    // Real clients write `/v2/droplets/` for `/v2/droplets`; `…/alerts/` is how they ask for an alert whose id they do not have.
    if (segments.length > 2 && segments.at(-1) === '' && segments.at(-2) !== 'alerts') segments.pop()
    const operations = walk(top, segments, 1, values)
    return operations && { operations, values }
  }
}

function childOf(node: Node, segment: string): Node {
  let child = node.children.get(segment)
  if (!child) node.children.set(segment, (child = makeNode()))
  return child
}

function walk(node: Node, segments: readonly string[], at: number, values: string[]): Map<string, OperationRow> | undefined {
  const segment = segments[at]
  if (segment === undefined) return node.operations
  const child = node.children.get(segment)
  const found = child && walk(child, segments, at + 1, values)
  if (found) return found
  if (!node.parameter || segment === '') return undefined
  const depth = values.push(segment)
  const behind = walk(node.parameter, segments, at + 1, values)
  if (!behind) values.length = depth - 1
  return behind
}
