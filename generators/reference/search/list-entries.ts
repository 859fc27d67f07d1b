/** Builds the search index entries of all pages. */
import type { Family, Operation } from '../../model/api-model.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import type { SiteApi, SiteOperation } from '../site/addresses.ts'
import { firstSentence } from '../site/markdown.ts'
import type { PageRecord } from '../site/page.ts'
import type { SearchEntry, SearchWords } from './entry.ts'

export function listEntries(pages: readonly PageRecord[]): SearchEntry[] {
  return pages.map(({ kind, address, title, breadcrumbs, description, words, markdown }) => ({
    kind,
    address,
    title: kind === 'schema' ? (words?.names ?? title) : title,
    breadcrumb: breadcrumbs.map((link) => link.title.replace(/^Spindrift /, '')).join(' › '),
    summary: description,
    ...words,
    ...getProseWords({ kind, address, markdown }),
  }))
}

/** Search terms of guides (all words) and lists (headings and the ids in them). */
function getProseWords({ kind, address, markdown }: Pick<PageRecord, 'kind' | 'address' | 'markdown'>): SearchWords {
  if (kind !== 'guide' && kind !== 'list') return {}
  const headings = markdown.match(/^#.*$/gm)?.join(' ') ?? ''
  const ids = kind === 'list' ? (headings.match(/[a-z]+_[a-z_]+/g) ?? []) : []
  return {
    names: [...new Set([address.slice(address.lastIndexOf('/') + 1), ...ids])].join(' '),
    keywords: listDistinct(kind === 'guide' ? markdown : headings),
  }
}

function listDistinct(text: string): string {
  return [...new Set(text.toLowerCase().match(/[a-z0-9_]{3,}/g))].join(' ')
}

export function getOperationWords({ api, family, operation }: SiteOperation): SearchWords {
  const { requiredFields, optionalFields } = listRequestFields(operation, api)
  const names = [operation.id, operation.renamedFrom, operation.tool?.name, ...(family.operations.length === 1 ? [family.name] : [])]
  const keywords = [
    ...operation.scopes,
    ...(operation.verbs ?? []).map(({ type }) => type),
    ...(operation.action?.types ?? []),
    ...operation.rateLimits.map(({ name }) => name),
    ...(operation.description
      .slice(firstSentence(operation.description).length)
      .toLowerCase()
      .match(/[a-z0-9_]{3,}/g) ?? []),
  ]
  return {
    method: operation.method,
    path: operation.path,
    ...(operation.deprecated || operation.sameAs !== undefined ? { isDeprecated: true } : {}),
    ...(operation.provenance && { from: operation.provenance.from }),
    names: names.filter((name) => name !== undefined).join(' '),
    ...joinWords('requiredFields', requiredFields),
    ...joinWords('optionalFields', optionalFields),
    ...joinWords('keywords', keywords),
  }
}

/** A family with one operation is found by that operation. */
export function getFamilyWords({ name, operations }: Family): SearchWords {
  return operations.length > 1 ? { names: name } : {}
}

export function getSchemaWords(name: string, schema: SchemaObject, { schemas }: SiteApi): SearchWords {
  return { names: name, ...joinWords('optionalFields', Object.keys(schemas.propertiesOf(schemas.open(schema)))) }
}

function joinWords(key: 'requiredFields' | 'optionalFields' | 'keywords', words: readonly string[]): SearchWords {
  return words.length === 0 ? {} : { [key]: [...new Set(words)].join(' ') }
}

/** Lists the top-level fields of all variants of the body, and the query parameters. */
function listRequestFields(operation: Operation, { schemas }: SiteApi) {
  const bodies = (operation.body?.content ?? []).flatMap(({ schema }) => {
    const resolvedSchema = schemas.open(schema)
    return [resolvedSchema, ...(resolvedSchema.oneOf ?? []).map((form) => schemas.open(form))]
  })
  const forms = bodies.filter((body) => body.oneOf === undefined)
  const required = [...new Set(forms.flatMap((body) => [...schemas.requiredOf(body)]))].filter((name) =>
    forms.every((body) => schemas.requiredOf(body).includes(name)),
  )
  const known = bodies.flatMap((body) => Object.keys(schemas.propertiesOf(body)))
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  return {
    requiredFields: [...required, ...query.filter((parameter) => parameter.required).map(({ name }) => name)],
    optionalFields: [...known, ...query.map(({ name }) => name)].filter((name) => !required.includes(name)),
  }
}
