/** `pnpm spec show`: prints one operation with the conventions filled in, as in the bundles. */
import { dump } from 'js-yaml'
import { fillDocument } from '../../../spec/lint/fill-in.ts'
import type { SpecDocument } from './documents.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete']

interface OperationMatch {
  readonly id: string
  readonly document: SpecDocument
  readonly path: string
  readonly method: string
}

/** Formats one operation as YAML. `nameOrPath` is an operationId, or a method and a path. `follow` replaces references with their targets, one level deep. */
export function showOperation(documents: readonly SpecDocument[], nameOrPath: string, follow = false): string {
  const operations = documents.flatMap(listOperations)
  const found = operations.find(({ id, method, path }) => id === nameOrPath || `${method.toUpperCase()} ${path}` === nameOrPath)
  if (!found) throw new Error(`No operation ${nameOrPath}.${suggestNames(nameOrPath, operations)}`)
  const { document, path, method } = found
  for (const { content, folder } of documents) fillDocument(content, folder)
  const item = document.content.paths?.[path] ?? {}
  const { parameters, [method]: operation } = item
  const shown = { [path]: { ...(parameters === undefined ? {} : { parameters }), [method]: operation } }
  const text = dump(follow ? followRefs(shown, document, documents) : shown, { noRefs: true, lineWidth: 140 })
  return `# spec/${document.folder}/${document.file}\n${text}`
}

function listOperations(document: SpecDocument): OperationMatch[] {
  return Object.entries(document.content.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as { readonly operationId?: string } | undefined
      return operation ? [{ id: operation.operationId ?? '', document, path, method }] : []
    }),
  )
}

function followRefs(node: unknown, from: SpecDocument, documents: readonly SpecDocument[]): unknown {
  if (Array.isArray(node)) return node.map((item) => followRefs(item, from, documents))
  if (typeof node !== 'object' || node === null) return node
  if ('$ref' in node && typeof node.$ref === 'string') return resolve(node.$ref, from, documents) ?? node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, followRefs(value, from, documents)]))
}

function resolve(ref: string, from: SpecDocument, documents: readonly SpecDocument[]): unknown {
  const [file = '', pointer = ''] = ref.split('#')
  const folder = file.startsWith('../shared/') ? 'shared' : from.folder
  const name = file.split('/').at(-1)
  const target = file === '' ? from : documents.find((document) => document.folder === folder && document.file === name)
  const [, , kind = '', component = ''] = pointer.split('/')
  return target?.content.components?.[kind]?.[component]
}

/** Suggests the operations with the most similar names. */
function suggestNames(nameOrPath: string, operations: readonly OperationMatch[]): string {
  const names = operations.map(({ id, method, path }) => (nameOrPath.includes('/') ? `${method.toUpperCase()} ${path}` : id))
  const parts = trigramsOf(nameOrPath)
  const near = names
    .map((name) => ({ name, score: similarity(parts, trigramsOf(name)) }))
    .filter(({ score }) => score > 0.35)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
  return near.length === 0 ? ' spec/SURFACE.md lists all operations.' : ` Did you mean ${near.map(({ name }) => name).join(', ')}?`
}

function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return (2 * [...one].filter((part) => other.has(part)).length) / (one.size + other.size)
}

/** Splits a name into trigrams. */
function trigramsOf(name: string): Set<string> {
  const text = name.toLowerCase()
  return new Set(Array.from({ length: Math.max(1, text.length - 2) }, (_, at) => text.slice(at, at + 3)))
}
