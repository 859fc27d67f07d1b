/** Matches a path to its operations. Literal segments take precedence over parameters, as OpenAPI requires. */
import type { OperationRow } from '../tables/operation-row.ts'

export interface Match<Row = OperationRow> {
  /** Operations by method; never empty. */
  readonly operations: ReadonlyMap<string, Row>
  /** Encoded values of the path parameters, in path order. */
  readonly values: readonly string[]
}

interface Node<Row> {
  readonly children: Map<string, Node<Row>>
  parameter: Node<Row> | undefined
  operations: Map<string, Row> | undefined
}

const createNode = <Row>(): Node<Row> => ({ children: new Map(), parameter: undefined, operations: undefined })

export function createRouter<Row extends { readonly method: string; readonly path: string }>(
  rows: readonly Row[],
): (path: string) => Match<Row> | undefined {
  const top = createNode<Row>()
  for (const row of rows) {
    let node = top
    for (const segment of row.path.split('/').slice(1))
      node = segment.startsWith('{') ? (node.parameter ??= createNode()) : getChild(node, segment)
    node.operations ??= new Map()
    node.operations.set(row.method, row)
  }
  return (path) => {
    const values: string[] = []
    const segments = path.split('/')
    // Real clients write `/v2/droplets/` for `/v2/droplets`; `…/alerts/` is a request for an alert with an empty id.
    if (segments.length > 2 && segments.at(-1) === '' && segments.at(-2) !== 'alerts') segments.pop()
    const operations = findOperations(top, segments, 1, values)
    return operations && { operations, values }
  }
}

function getChild<Row>(node: Node<Row>, segment: string): Node<Row> {
  let child = node.children.get(segment)
  if (!child) node.children.set(segment, (child = createNode()))
  return child
}

function findOperations<Row>(node: Node<Row>, segments: readonly string[], at: number, values: string[]): Map<string, Row> | undefined {
  const segment = segments[at]
  if (segment === undefined) return node.operations
  const child = node.children.get(segment)
  const found = child && findOperations(child, segments, at + 1, values)
  if (found) return found
  if (!node.parameter || segment === '') return undefined
  const depth = values.push(segment)
  const matched = findOperations(node.parameter, segments, at + 1, values)
  if (!matched) values.length = depth - 1
  return matched
}
