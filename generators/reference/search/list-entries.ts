/** What the search is told of each page. */
import type { Family, Operation } from '../../model/api-model.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import type { SiteApi, SiteOperation } from '../site/addresses.ts'
import { firstSentence } from '../site/markdown.ts'
import type { PageRecord } from '../site/page.ts'
import type { SearchEntry, SearchWords } from './entry.ts'

export function listEntries(pages: readonly PageRecord[]): SearchEntry[] {
  return pages.map(({ kind, address, title, trail, description, words, markdown }) => ({
    kind,
    address,
    title: kind === 'schema' ? (words?.names ?? title) : title,
    where: trail.map((link) => link.title.replace(/^Spindrift /, '')).join(' › '),
    says: description,
    ...words,
    ...getProseWords({ kind, address, markdown }),
  }))
}

/** A guide is found by all of its words; a list, which has those of everything, by its headings, and by the ids that they name. */
function getProseWords({ kind, address, markdown }: Pick<PageRecord, 'kind' | 'address' | 'markdown'>): SearchWords {
  if (kind !== 'guide' && kind !== 'list') return {}
  const headings = markdown.match(/^#.*$/gm)?.join(' ') ?? ''
  const ids = kind === 'list' ? (headings.match(/[a-z]+_[a-z_]+/g) ?? []) : []
  return {
    names: [...new Set([address.slice(address.lastIndexOf('/') + 1), ...ids])].join(' '),
    about: listDistinct(kind === 'guide' ? markdown : headings),
  }
}

function listDistinct(text: string): string {
  return [...new Set(text.toLowerCase().match(/[a-z0-9_]{3,}/g))].join(' ')
}

export function getOperationWords({ api, family, operation }: SiteOperation): SearchWords {
  const { needs, takes } = listGiven(operation, api)
  const names = [operation.id, operation.renamedFrom, operation.tool?.name, ...(family.operations.length === 1 ? [family.name] : [])]
  const about = [
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
    ...(operation.deprecated || operation.sameAs !== undefined ? { isOld: true } : {}),
    names: names.filter((name) => name !== undefined).join(' '),
    ...spell('needs', needs),
    ...spell('takes', takes),
    ...spell('about', about),
  }
}

/** A family of one operation is looked for as that. */
export function getFamilyWords({ name, operations }: Family): SearchWords {
  return operations.length > 1 ? { names: name } : {}
}

export function getSchemaWords(name: string, schema: SchemaObject, { schemas }: SiteApi): SearchWords {
  return { names: name, ...spell('takes', Object.keys(schemas.propertiesOf(schemas.open(schema)))) }
}

function spell(key: 'needs' | 'takes' | 'about', words: readonly string[]): SearchWords {
  return words.length === 0 ? {} : { [key]: [...new Set(words)].join(' ') }
}

/** The first level of the body, of all of its forms, and what stands in the query. */
function listGiven(operation: Operation, { schemas }: SiteApi) {
  const bodies = (operation.body?.content ?? []).flatMap(({ schema }) => {
    const opened = schemas.open(schema)
    return [opened, ...(opened.oneOf ?? []).map((form) => schemas.open(form))]
  })
  const forms = bodies.filter((body) => body.oneOf === undefined)
  const required = [...new Set(forms.flatMap((body) => [...schemas.requiredOf(body)]))].filter((name) =>
    forms.every((body) => schemas.requiredOf(body).includes(name)),
  )
  const known = bodies.flatMap((body) => Object.keys(schemas.propertiesOf(body)))
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  return {
    needs: [...required, ...query.filter((parameter) => parameter.required).map(({ name }) => name)],
    takes: [...known, ...query.map(({ name }) => name)].filter((name) => !required.includes(name)),
  }
}
