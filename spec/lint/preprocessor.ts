/**
 * Completes documents before Redocly lints or bundles them, so that rules and bundles contain complete operations:
 * fills in the conventions, resolves references in examples, and adds the paths of an API to its entry.
 * A document that is linted alone gets the servers and the security of its API.
 */
import { dirname, join } from 'node:path'
import { removeEmptyValues } from './empty-values.ts'
import { followExample, followExamples } from './examples.ts'
import { fillDocument } from './fill-in.ts'
import { report } from './finding.ts'
import { isObject, isRef, segmentsOf } from './openapi.ts'
import type { Context, Location, Rule } from './redocly.ts'
import { asList, isNode, type Node } from './repeats.ts'
import { contentOf, filledContentOf, folderOf, isEntry } from './specification.ts'
import type { DocumentContent } from './specification-types.ts'

/** A document and its location. */
interface LoadedDocument {
  readonly content: DocumentContent
  readonly location: Location
  /** Reference from the entry: `volumes.yaml`. */
  readonly ref: string
}

export const conventions: Rule = () => ({
  Root(root, context) {
    const { location } = context
    const documents = isEntry(location.source.absoluteRef) ? takeDocuments(root, context) : []
    for (const document of [{ content: root, location }, ...documents]) {
      checkEmptyValues(document, context)
      fill(document, context)
    }
    if (documents.length > 0) addPaths(root, documents, context)
    else addHead(root, location.source.absoluteRef)
    const reached = new Set<unknown>(documents.map(({ location: at }) => at.source.absoluteRef)).add(location.source.absoluteRef)
    for (const { content, location: at } of [{ content: root, location }, ...documents])
      fillReached(content, at.source.absoluteRef, { context, reached })
  },
})

/** Removes the documents from the `x-documents` of an entry and returns them. Redocly reports those that cannot be read. */
function takeDocuments(root: Node, context: Context): LoadedDocument[] {
  const found: LoadedDocument[] = []
  const missing: unknown[] = []
  for (const ref of asList(root['x-documents'])) {
    const { node, location } = context.resolve(ref)
    if (location && isRef(ref) && isNode(node)) found.push({ content: node, location, ref: ref.$ref })
    else missing.push(ref)
  }
  if (missing.length > 0) root['x-documents'] = missing
  else delete root['x-documents']
  return found
}

function checkEmptyValues({ content, location }: Pick<LoadedDocument, 'content' | 'location'>, context: Context): void {
  removeEmptyValues(content, (keys) =>
    report(
      context,
      `Expected a value of \`${keys.at(-1)}\`; found none. Write it after the colon or indented below, or remove the key.`,
      location.child(keys).key(),
    ),
  )
}

function fill({ content, location }: Pick<LoadedDocument, 'content' | 'location'>, context: Context): void {
  const file = location.source.absoluteRef
  const folder = folderOf(file)
  if (folder) fillDocument(content, folder)
  followExamples(content, file, (keys, ref) =>
    report(
      context,
      `Expected a reference inside a value to point into the value of an example; found \`${ref}\`. Write \`<sibling>.yaml#/components/examples/<Name>/value/<key>\`, with existing keys.`,
      location.child(keys),
    ),
  )
}

/** Adds references to the tags and the paths of all documents to an entry. */
function addPaths(root: Node, documents: readonly LoadedDocument[], context: Context): void {
  root['tags'] = documents.flatMap(({ content, ref }) => (content.tags ?? []).map((_, index) => ({ $ref: `${ref}#/tags/${index}` })))
  const owners = new Map<string, LoadedDocument>()
  for (const document of documents) {
    for (const path of Object.keys(document.content.paths ?? {})) {
      const owner = owners.get(path)
      if (!owner) owners.set(path, document)
      else {
        const message = `Expected each path in one document; found ${path} in ${owner.ref} too. Keep it in one of them.`
        report(context, message, document.location.child(['paths', path]).key())
      }
    }
  }
  const paths = [...owners].toSorted(([a], [b]) => (a < b ? -1 : 1))
  root['paths'] = Object.fromEntries(
    paths.map(([path, { ref }]) => [path, { $ref: `${ref}#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}` }]),
  )
}

/** Adds the license, the servers and the security of its API to a document that is linted alone. */
function addHead(root: Node, file: string): void {
  const folder = folderOf(file) === 'shared' ? '../control' : ''
  const { info, servers, security, components } = contentOf(join(dirname(file), folder, 'openapi.yaml'))
  if (isObject(info) && isNode(root['info'])) root['info']['license'] ??= info['license']
  if (servers !== undefined) root['servers'] ??= servers
  if (security !== undefined) root['security'] ??= security
  if (components) root['components'] = { ...(isObject(root['components']) ? root['components'] : {}), ...components }
}

interface Reached {
  readonly context: Context
  /** Paths of the complete documents, and the nodes of other documents that are filled in. */
  readonly reached: Set<unknown>
}

/** Fills in the parts of other documents that `node` of the document at `from` refers to, directly or indirectly. */
function fillReached(node: unknown, from: string, scope: Reached): void {
  if (typeof node !== 'object' || node === null) return
  const { context, reached } = scope
  if (isRef(node)) {
    const { node: target, location } = context.resolve(node, from)
    const file = location?.source.absoluteRef ?? ''
    if (location && isNode(target) && !reached.has(file) && !reached.has(target)) {
      reached.add(target)
      Object.assign(target, findFilled(file, segmentsOf(location.pointer)))
      fillReached(target, file, scope)
    }
  }
  for (const child of Object.values(node)) fillReached(child, from, scope)
}

/** Returns a copy of a part of a document with the conventions. */
function findFilled(file: string, keys: readonly string[]): unknown {
  let found: unknown = filledContentOf(file)
  for (const key of keys) found = isObject(found) || Array.isArray(found) ? (found as Readonly<Record<string, unknown>>)[key] : undefined
  const copy = structuredClone(found)
  return keys[1] === 'examples' ? followExample(copy, file) : copy
}
