/** Every single change of a source that its tests should notice. */
import { lineOf, type SourceNode, walkSource } from './walk-source.ts'

export interface Mutant {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
  /** The innermost function it is in, by where that begins; -1 outside of any. */
  readonly within: number
}

type Change = { readonly start: number; readonly end: number; readonly after: string }

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
}

export function findMutants(file: string, source: string): Mutant[] {
  const mutants: Mutant[] = []
  walkSource(file, source, (node, parents) => {
    for (const { start, end, after } of listChanges(node, parents, source)) {
      const before = source.slice(start, end)
      if (before === after) continue
      const inner = parents.findLast(isFunction)
      mutants.push({ file, line: lineOf(source, start), start, end, before, after, within: inner?.start ?? -1 })
    }
  })
  return mutants
}

export const isFunction = ({ type }: SourceNode) => /^(ArrowFunctionExpression|Function(Expression|Declaration))$/.test(type)

export const applyMutant = (source: string, { start, end, after }: Change) => source.slice(0, start) + after + source.slice(end)

function listChanges(node: SourceNode, parents: readonly SourceNode[], source: string): Change[] {
  const textOf = ({ start, end }: SourceNode) => source.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return [...changeOperator(node, source), ...(node.type === 'BinaryExpression' ? emptyTexts(node) : [])]
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement': {
      const test = node['test'] as SourceNode
      return [{ start: test.start, end: test.end, after: `!(${textOf(test)})` }]
    }
    case 'UnaryExpression': {
      const argument = node['argument'] as SourceNode
      // A condition is negated already.
      if (node['operator'] !== '!' || isTest(node, parents.at(-1))) return []
      return [{ start: node.start, end: node.end, after: textOf(argument) }]
    }
    case 'Literal':
      return typeof node['value'] === 'boolean' ? [{ start: node.start, end: node.end, after: String(!node['value']) }] : []
    case 'ReturnStatement':
      return changeReturn(node, source)
    case 'ExpressionStatement':
      return isEffect(node['expression'] as SourceNode) ? [{ start: node.start, end: node.end, after: ';' }] : []
    case 'ThrowStatement':
      return [{ start: node.start, end: node.end, after: ';' }]
    case 'MemberExpression':
    case 'CallExpression':
      return dropOptional(node, source)
    default:
      return []
  }
}

const isTest = (node: SourceNode, parent: SourceNode | undefined) => parent?.['test'] === node

function changeOperator(node: SourceNode, source: string): Change[] {
  const [left, right, operator] = [node['left'] as SourceNode, node['right'] as SourceNode, String(node['operator'])]
  // Texts are put together by it; that they are is seen by every reader, and minus would give no number.
  if (operator === '+' && [left, right].some(({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string')) return []
  if (operator === '??') return [{ start: left.end, end: right.end, after: '' }]
  const after = operators[operator]
  const start = source.indexOf(operator, left.end)
  return after === undefined || start === -1 || start >= right.start ? [] : [{ start, end: start + operator.length, after }]
}

/** Texts that something is compared with. */
function emptyTexts(node: SourceNode): Change[] {
  if (!/^[!=]==?$/.test(String(node['operator']))) return []
  const parts = [node['left'] as SourceNode, node['right'] as SourceNode]
  if (parts.some(({ operator }) => operator === 'typeof')) return []
  return parts.flatMap(({ type, value, start, end }) =>
    type === 'Literal' && typeof value === 'string' && value !== '' ? [{ start, end, after: "''" }] : [],
  )
}

function changeReturn(node: SourceNode, source: string): Change[] {
  const argument = node['argument'] as SourceNode | null
  // Booleans are turned around by themselves.
  if (!argument || typeof argument['value'] === 'boolean' || source.slice(argument.start, argument.end) === 'undefined') return []
  return [{ start: argument.start, end: argument.end, after: 'undefined' }]
}

/** Where a call or an assignment stands by itself, and no constructor's first duty. */
function isEffect(expression: SourceNode): boolean {
  const inner = ['AwaitExpression', 'UnaryExpression'].includes(expression.type) ? (expression['argument'] as SourceNode) : expression
  if (inner.type === 'CallExpression') return (inner['callee'] as SourceNode).type !== 'Super'
  return ['AssignmentExpression', 'UpdateExpression', 'ChainExpression'].includes(inner.type)
}

/** `a?.b` → `a.b`, `a?.[b]` → `a[b]`, `a?.(b)` → `a(b)`. */
function dropOptional(node: SourceNode, source: string): Change[] {
  if (node['optional'] !== true) return []
  const start = source.indexOf('?.', ((node['object'] ?? node['callee']) as SourceNode).end)
  const isPlain = node.type === 'MemberExpression' && node['computed'] === false
  return [{ start, end: start + 2, after: isPlain ? '.' : '' }]
}
