/**
 * bundles → families → checks: the whole way on one screen. The result is plain data; nothing in it is lazy and nothing
 * in it refers back to a file but `source`.
 */
import { compareText } from '../kit/generated-file.ts'
import { toCamelCase, toPascalCase } from '../kit/emit-identifier.ts'
import type { Api, ApiModel, BundledDocument, Family, NamedSchema, Operation, Source } from './api-model.ts'
import { checkKeywords } from './check-keywords.ts'
import type { SchemaObject } from './json-schema.ts'
import type { LoadedBundles } from './load-bundles.ts'
import { getOperation, type RawOperation } from './get-operation.ts'
import { SpecError } from './spec-error.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

export function buildModel(bundles: LoadedBundles): ApiModel {
  const apis = bundles.documents.map(({ api, document }) => getApi(api, document, bundles.sources[api] ?? {}))
  checkLinks(apis)
  return { apis }
}

const apiName = /^[a-z]+$/

function getApi(name: string, document: BundledDocument, sources: Readonly<Record<string, Source>>): Api {
  if (!apiName.test(name)) throw new Error(`${JSON.stringify(name)} is no name for an API. Expected lower-case letters.`)
  const operations = listOperations(name, document, sources)
  const schemas = listSchemas(document, sources)
  return {
    name,
    title: document.info.title,
    version: document.info.version,
    baseUrl: getBaseUrl(document),
    families: groupFamilies(document, operations, schemas),
    document,
  }
}

interface TaggedOperation {
  readonly tag: string
  readonly operation: Unnamed
}

/** What it is called among its family's is for the family to say. */
type Unnamed = Omit<Operation, 'name'>

function listOperations(api: string, document: BundledDocument, sources: Readonly<Record<string, Source>>): TaggedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const raw = item[method] as RawOperation | undefined
      if (!raw) return []
      const source = sources[`${method.toUpperCase()} ${path}`] ?? { file: '?', pointer: '' }
      const shared = (item['parameters'] ?? []) as NonNullable<RawOperation['parameters']>
      const operation = getOperation(document, { method, path, server: findServer(item['servers']) ?? api }, raw, shared, source)
      return [{ tag: raw.tags[0] ?? '', operation }]
    }),
  )
}

/** `{agent_url}` → `agent`: a path with a server of its own has a base URL of its own. */
function findServer(servers: unknown): string | undefined {
  const [first] = (servers ?? []) as NonNullable<BundledDocument['servers']>
  return first && /^\{([a-z]+)_url\}$/.exec(first.url)?.[1]
}

const schemaName = /^[A-Z][A-Za-z0-9]*$/

function listSchemas(document: BundledDocument, sources: Readonly<Record<string, Source>>): NamedSchema[] {
  const schemas = (document.components?.['schemas'] ?? {}) as Readonly<Record<string, SchemaObject>>
  return Object.entries(schemas).map(([name, schema]) => {
    const source = sources[`schemas/${name}`] ?? { file: '?', pointer: `/components/schemas/${name}` }
    if (!schemaName.test(name)) throw new SpecError(source, `${JSON.stringify(name)} is no name for a schema. Expected PascalCase.`)
    checkKeywords(document, schema, source)
    return {
      name,
      family: familyOf(source),
      schema,
      ...(schema['x-resource'] && { resource: schema['x-resource'] }),
      ...(schema['x-lifecycle'] && { lifecycle: schema['x-lifecycle'] }),
      source,
    }
  })
}

/** `control/databases.users.yaml` → `databases`; everything in `shared/` is one family. */
function familyOf(source: Source): string {
  if (source.file.startsWith('shared/')) return 'shared'
  const [, family] = /^[a-z]+\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:\.[a-z0-9-]+)*\.yaml$/.exec(source.file) ?? []
  if (family === undefined) {
    throw new SpecError(source, `${JSON.stringify(source.file)} names no family. Expected <api>/<family>.yaml, in lower case with dashes.`)
  }
  return family
}

function groupFamilies(document: BundledDocument, operations: readonly TaggedOperation[], schemas: readonly NamedSchema[]): Family[] {
  const names = new Set([...operations.map(({ operation }) => familyOf(operation.source)), ...schemas.map((schema) => schema.family)])
  return [...names].toSorted(compareText).map((name) => {
    const own = operations.filter(({ operation }) => familyOf(operation.source) === name)
    const tag = document.tags?.find((candidate) => candidate.name === own[0]?.tag)
    const group = tag?.['x-address'] ?? toCamelCase(name)
    return {
      name,
      group,
      title: tag?.name ?? name,
      description: tag?.description ?? '',
      operations: own.map(({ operation }) => ({ ...operation, name: nameIn(group, operation) })),
      schemas: schemas.filter((schema) => schema.family === name).toSorted((a, b) => compareText(a.name, b.name)),
    }
  })
}

/** `kubernetes_nodePools_list` → `nodePools.list`. */
function nameIn(group: string, { id, source }: Unnamed): string {
  if (!id.startsWith(`${group}_`)) {
    throw new SpecError(source, `operationId "${id}" must begin with "${group}_", after the document it is in.`)
  }
  return id.slice(group.length + 1).replaceAll('_', '.')
}

function getBaseUrl(document: BundledDocument): string {
  const server = document.servers?.[0]
  const variables = Object.entries(server?.variables ?? {})
  return variables.reduce((url, [name, variable]) => url.replaceAll(`{${name}}`, () => variable.default), server?.url ?? '')
}

/** What only the whole can tell: operation ids are unique, group and family agree, and extensions name things that exist. */
function checkLinks(apis: readonly Api[]): void {
  const operations = new Map<string, Operation>()
  const typed = new Map<string, Operation>()
  const schemas = new Map<string, NamedSchema>()
  for (const api of apis) {
    for (const family of api.families) {
      for (const schema of family.schemas) {
        const other = schemas.get(schema.name)
        // What is shared is in several bundles, and always from the same document.
        if (other && other.source.file !== schema.source.file) {
          throw new SpecError(schema.source, `Schema "${schema.name}" is also in ${other.source.file}. Rename one of them.`)
        }
        schemas.set(schema.name, schema)
      }
      for (const operation of family.operations) {
        const earlier = operations.get(operation.id)
        if (earlier) {
          throw new SpecError(operation.source, `operationId "${operation.id}" is also used in ${earlier.source.file}. Rename one of them.`)
        }
        const twin = typed.get(toPascalCase(operation.id))
        if (twin) throw new SpecError(operation.source, `operationId "${operation.id}" gives types the names that "${twin.id}" gives them.`)
        operations.set(operation.id, operation)
        typed.set(toPascalCase(operation.id), operation)
      }
    }
  }
  for (const { id, source } of operations.values()) {
    const holder = operations.get(id.slice(0, id.lastIndexOf('_')))
    if (holder) throw new SpecError(source, `operationId "${id}" would be a property of the operation "${holder.id}". Rename one of them.`)
  }
  for (const operation of operations.values()) {
    const { effect, tool, renamedFrom, sameAs } = operation
    if (effect && effect.kind !== 'computes' && !schemas.has(effect.schema)) {
      throw new SpecError(operation.source, `x-effect names the schema "${effect.schema}", which does not exist.`)
    }
    if (tool && !operations.has(tool.calls)) throw new SpecError(operation.source, `x-tool calls "${tool.calls}", which does not exist.`)
    if (renamedFrom && !operations.has(renamedFrom))
      throw new SpecError(operation.source, `x-renamed-from names "${renamedFrom}", which does not exist.`)
    if (sameAs && !operations.has(sameAs)) throw new SpecError(operation.source, `x-same-as names "${sameAs}", which does not exist.`)
  }
}
