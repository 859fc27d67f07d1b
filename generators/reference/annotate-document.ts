/**
 * Prepares a bundle for the page: what the extensions say goes into the descriptions, where a reader finds it and the
 * page's search too; samples and the name of the site are added. The bundle itself is left as it is.
 */
import type { Api, BundledDocument } from '../model/api-model.ts'
import type { Refusal, Stability } from '../model/json-schema.ts'
import { describeLifecycle } from './describe-lifecycle.ts'
import { describeOperation, markOf } from './describe-operation.ts'
import { escapeTags } from './write-markdown.ts'
import { writeSamples } from './write-samples.ts'

type Node = Record<string, unknown>

export function annotateDocument(api: Api): BundledDocument {
  const document = annotateNode(api.document, false) as BundledDocument
  Object.assign(document.info, { 'x-logo': logo })
  // The page shows a server's variables folded away: its default is what a reader can use.
  Object.assign(document.servers?.[0] ?? {}, { url: api.baseUrl, variables: undefined })
  for (const family of api.families) {
    for (const operation of family.operations) {
      const node = document.paths[operation.path]?.[operation.method] as Node
      node['description'] = describeOperation(operation)
      if (operation.stability !== 'stable') node['x-badges'] = [{ name: operation.stability, color: 'orange' }]
      const samples = writeSamples(api, family, operation)
      if (samples.length > 0) node['x-codeSamples'] = samples
    }
    for (const { name, lifecycle } of family.schemas) {
      const schema = document.components?.['schemas']?.[name] as Node | undefined
      if (schema && lifecycle) append(findStateProperty(schema, lifecycle.field), describeLifecycle(lifecycle))
    }
  }
  return document
}

/** The sidebar's heading leads back to the list of APIs. */
const logo = {
  url:
    'data:image/svg+xml,' +
    encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 28" width="200" height="28" preserveAspectRatio="xMinYMid meet"><text x="2" y="21" font-family="system-ui,sans-serif" font-size="19" font-weight="600" fill="#2b8ca3">Spindrift</text></svg>`,
    ),
  href: './',
  altText: 'Spindrift: all APIs',
}

/** What is data and not description, wherever it stands; inside `properties` these are names like any other. */
const dataKeys = new Set(['example', 'default', 'enum', 'const', 'value'])

/** A copy in which descriptions cannot carry HTML and name their decisions. */
function annotateNode(node: unknown, isMap: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => annotateNode(item, false))
  if (typeof node !== 'object' || node === null) return node
  const copy: Node = {}
  for (const [key, value] of Object.entries(node)) {
    const isData = !isMap && (dataKeys.has(key) || (key === 'examples' && Array.isArray(value)))
    define(copy, key, isData ? value : annotateNode(value, !isMap && key === 'properties'))
  }
  if (isMap) return copy
  if (typeof copy['description'] === 'string') copy['description'] = escapeTags(copy['description'])
  if (copy['$ref'] === undefined || copy['description'] !== undefined) {
    for (const mark of markOf((copy['x-stability'] as Stability | undefined) ?? 'stable')) append(copy, mark)
    if (copy['x-open-values'] === true) append(copy, '**Will grow:** other values may come.')
    if (copy['x-refusal'] !== undefined) append(copy, describeRefusal(copy['x-refusal'] as Refusal))
    if (typeof copy['x-decision'] === 'string') append(copy, `**Our decision:** ${escapeTags(copy['x-decision'])}`)
  }
  return copy
}

function describeRefusal(refusal: Refusal): string {
  const sentences = typeof refusal === 'string' ? [refusal] : Object.values(refusal)
  return `**Refused with:** ${[...new Set(sentences)].map((sentence) => `“${escapeTags(sentence)}”`).join(' or ')}.`
}

/** Also `__proto__` becomes a plain key. */
function define(node: Node, key: string, value: unknown): void {
  Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true })
}

/** The property itself, unless its words are those of the schema it refers to: those belong to others as well. */
function findStateProperty(schema: Node, field: string): Node {
  const property = (schema['properties'] as Record<string, Node> | undefined)?.[field]
  return property && (property['$ref'] === undefined || property['description'] !== undefined) ? property : schema
}

function append(node: Node, text: string): void {
  node['description'] = [node['description'], text].filter((part) => typeof part === 'string' && part !== '').join('\n\n')
}
