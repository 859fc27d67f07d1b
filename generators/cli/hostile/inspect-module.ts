/** Parses a generated TypeScript module, computes its structure, and runs it in a sandboxed context. */
import { createContext, runInContext } from 'node:vm'
import { transformSync } from 'esbuild'
import ts from 'typescript'

export interface Inspection {
  /** Structure of the file: equal for files that differ only in texts and in the order of names. */
  readonly shape: string
  /** Computed when they are read: files with a harmless text are only compared. */
  readonly problems: readonly string[]
}

export function inspectModule(text: string, shape: (file: ts.SourceFile) => string = shapeNode): Inspection {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.ESNext, true)
  // The parser's own findings are not in the public type.
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] }
  if (parseDiagnostics.length > 0) {
    const [first] = parseDiagnostics
    return { shape: '', problems: [`does not parse: ${ts.flattenDiagnosticMessageText(first?.messageText, ' ')}`] }
  }
  return {
    shape: shape(file),
    get problems() {
      return runModule(text)
    },
  }
}

/** Inspects compiled code: a name may change property access, but never the called functions. */
export function inspectCompiled(text: string): Inspection {
  return inspectModule(text, listCalls)
}

function listCalls(file: ts.SourceFile): string {
  const calls = new Set<string>()
  const visit = (node: ts.Node): void => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && !ts.isParenthesizedExpression(node.expression)) {
      calls.add(node.expression.getText().replaceAll(/\d+/g, 'N'))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...calls].toSorted().join()
}

/** Members whose order follows their names. */
const ordered = new Set([
  ts.SyntaxKind.SourceFile,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeLiteral,
  ts.SyntaxKind.UnionType,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.NamedImports,
])

function shapeNode(node: ts.Node): string {
  const children: string[] = []
  const name = (node as ts.NamedDeclaration).name
  ts.forEachChild(node, (child) => {
    // `hull`, `'hull*/'` and `["__proto__"]` are all just a name; a name that is computed from anything else is not.
    children.push(child === name && isPlainName(child) ? 'name' : shapeNode(child))
  })
  const tags = ts.getJSDocTags(node).filter((tag) => tag.parent.parent === node)
  const parts = ordered.has(node.kind) ? children.toSorted() : children
  return `${ts.SyntaxKind[node.kind]}${tags.map((tag) => `@${tag.tagName.text}`).join('')}(${parts.join()})`
}

function isPlainName(node: ts.Node): boolean {
  return (
    ts.isIdentifier(node) ||
    ts.isStringLiteral(node) ||
    ts.isNumericLiteral(node) ||
    (ts.isComputedPropertyName(node) && ts.isStringLiteral(node.expression))
  )
}

const importable = /^(\.\.?|@spindrift\/types)(\/[a-z0-9-]+)+(\.[a-z0-9-]+)*$/

/** Runs the module with stubbed imports, and reports side effects. */
function runModule(text: string): string[] {
  const problems: string[] = []
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs', target: 'es2022' })
  const module = { exports: {} }
  const calls = (name: string) => () => problems.push(`calls ${name} when imported`)
  const stub: unknown = new Proxy(calls('something imported'), { get: (_, key) => (key === '__esModule' ? true : stub) })
  const require = (specifier: string) => {
    if (!importable.test(specifier)) problems.push(`imports ${JSON.stringify(specifier)}`)
    return stub
  }
  const context = createContext({ module, require, process: { exit: calls('process.exit') }, console: { log: calls('console.log') } })
  const before = Object.keys(context).length
  try {
    // In a function, as a module's own declarations are no globals.
    runInContext(`(() => {${code}\n})()`, context)
  } catch (error) {
    problems.push(`throws when imported: ${String(error)}`)
  }
  if (Object.keys(context).length !== before) problems.push(`sets the global ${Object.keys(context).slice(before).join()}`)
  const plain: unknown[] = [runInContext('Object.prototype', context), runInContext('Array.prototype', context)]
  if (Object.keys(plain[0] as object).length > 0) problems.push('changes Object.prototype')
  if (Object.values(module.exports).some((value) => hasStrangePrototype(value, plain, stub))) problems.push('sets a prototype')
  return problems
}

function hasStrangePrototype(value: unknown, plain: readonly unknown[], stub: unknown): boolean {
  if (typeof value !== 'object' || value === null || value === stub) return false
  return !plain.includes(Object.getPrototypeOf(value)) || Object.values(value).some((member) => hasStrangePrototype(member, plain, stub))
}
