/** The parts of a TypeScript source that run, one after another. */
import { parseSync } from 'oxc-parser'

export interface SourceNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is SourceNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** What has types of TypeScript around a value that runs. */
const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSInstantiationExpression'])

/** @param visit is told of every node, outer ones first, and of what it stands in @throws SyntaxError */
export function walkSource(file: string, source: string, visit: (node: SourceNode, parents: readonly SourceNode[]) => void): void {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`)
  const parents: SourceNode[] = []
  const walk = (node: SourceNode) => {
    if (node.type.startsWith('TS') && !wrappers.has(node.type)) return
    visit(node, parents)
    parents.push(node)
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) walk(child)
    }
    parents.pop()
  }
  walk(program as unknown as SourceNode)
}

/** The line of an offset, from 1. */
export function lineOf(source: string, at: number): number {
  let line = 1
  for (let end = source.indexOf('\n'); end !== -1 && end < at; end = source.indexOf('\n', end + 1)) line += 1
  return line
}
