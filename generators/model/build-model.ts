/** Builds the model from the bundles, and checks links between its parts. The result is plain data. */
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
  if (!apiName.test(name)) throw new Error(`${JSON.stringify(name)} is not a valid API name. Expected lower-case letters.`)
  const operations = listOperations(name, document, sources)
  const schemas = listSchemas(document, sources)
  return {
    name,
    title: document.info.title,
    version: document.info.version,
    baseUrl: getBaseUrl(document),
    families: groupFamilies(document, operations, schemas),
    rateLimits: document['x-rate-limit'] ?? [],
    document,
  }
}

interface TaggedOperation {
  readonly tag: string
  readonly operation: UnnamedOperation
}

/** Operation without its name in the family. */
type UnnamedOperation = Omit<Operation, 'name'>

function listOperations(api: string, document: BundledDocument, sources: Readonly<Record<string, Source>>): TaggedOperation[] {
  const earlierNames = listEarlierNames(document)
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const raw = item[method] as RawOperation | undefined
      if (!raw) return []
      const source = sources[`${method.toUpperCase()} ${path}`] ?? { file: '?', pointer: '' }
      const shared = (item['parameters'] ?? []) as NonNullable<RawOperation['parameters']>
      const operation = getOperation(document, { method, path, server: findServer(item['servers']) ?? api }, raw, shared, source)
      const renamedFrom = earlierNames.get(operation.id)
      return [{ tag: raw.tags[0] ?? '', operation: { ...operation, ...(renamedFrom !== undefined && { renamedFrom }) } }]
    }),
  )
}

/** Lists the earlier name of each operation that has one. The operation with the earlier name refers to the current one. */
function listEarlierNames(document: BundledDocument): Map<string, string> {
  const operations = Object.values(document.paths).flatMap((item) =>
    methods.flatMap((method) => (item[method] as RawOperation | undefined) ?? []),
  )
  const earlierOperations = operations.filter(({ 'x-deprecation': deprecation }) => deprecation?.renamed || deprecation?.alias)
  return new Map(earlierOperations.map(({ operationId, 'x-deprecation': deprecation }) => [deprecation?.use ?? '', operationId]))
}

/** `{agent_url}` → `agent`: name of the server of a path. */
function findServer(servers: unknown): string | undefined {
  const [first] = (servers ?? []) as NonNullable<BundledDocument['servers']>
  return first && /^\{([a-z]+)_url\}$/.exec(first.url)?.[1]
}

const schemaName = /^[A-Z][A-Za-z0-9]*$/

function listSchemas(document: BundledDocument, sources: Readonly<Record<string, Source>>): NamedSchema[] {
  const schemas = (document.components?.['schemas'] ?? {}) as Readonly<Record<string, SchemaObject>>
  return Object.entries(schemas).map(([name, schema]) => {
    const source = sources[`schemas/${name}`] ?? { file: '?', pointer: `/components/schemas/${name}` }
    if (!schemaName.test(name)) throw new SpecError(source, `${JSON.stringify(name)} is not a valid schema name. Expected PascalCase.`)
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

/** `control/databases.users.yaml` → `databases`. All documents in `shared/` form one family. */
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
    const group = findGroup(
      toCamelCase(name),
      own.map(({ operation }) => operation.id),
    )
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

/** Returns the beginning of the operationIds of a family: its name, or the two or more steps that all of them share. */
function findGroup(name: string, ids: readonly string[]): string {
  const [first = [], ...others] = ids.map((id) => id.split('_').slice(0, -1))
  if ([first, ...others].some(([step]) => step === name)) return name
  const different = first.findIndex((step, at) => others.some((steps) => steps[at] !== step))
  const shared = different < 0 ? first : first.slice(0, different)
  return shared.length < 2 ? name : shared.join('_')
}

/** `kubernetes_nodePools_list` → `nodePools.list`. */
function nameIn(group: string, { id, source }: UnnamedOperation): string {
  if (!id.startsWith(`${group}_`)) {
    throw new SpecError(source, `operationId "${id}" must start with "${group}_", the name of its document.`)
  }
  return id.slice(group.length + 1).replaceAll('_', '.')
}

function getBaseUrl(document: BundledDocument): string {
  const server = document.servers?.[0]
  const variables = Object.entries(server?.variables ?? {})
  return variables.reduce((url, [name, variable]) => url.replaceAll(`{${name}}`, () => variable.default), server?.url ?? '')
}

/** Checks that operation ids and schema names are unique and that extensions refer to existing operations and schemas. */
function checkLinks(apis: readonly Api[]): void {
  const operations = new Map<string, Operation>()
  const typed = new Map<string, Operation>()
  const schemas = new Map<string, NamedSchema>()
  for (const api of apis) {
    for (const family of api.families) {
      for (const schema of family.schemas) {
        const other = schemas.get(schema.name)
        // Shared schemas are in several bundles, always from the same document.
        if (other && other.source.file !== schema.source.file) {
          throw new SpecError(schema.source, `Schema "${schema.name}" is also in ${other.source.file}. Rename one of them.`)
        }
        schemas.set(schema.name, schema)
      }
      for (const operation of family.operations) {
        const existing = operations.get(operation.id)
        if (existing) {
          throw new SpecError(
            operation.source,
            `operationId "${operation.id}" is also used in ${existing.source.file}. Rename one of them.`,
          )
        }
        const conflict = typed.get(toPascalCase(operation.id))
        if (conflict)
          throw new SpecError(
            operation.source,
            `operationId "${operation.id}" produces the same type names as "${conflict.id}". Rename one of them.`,
          )
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
    const { effect, tool } = operation
    const newer = operation.sameAs ?? operation.renamedTo
    if (effect && effect.kind !== 'computes' && !schemas.has(effect.schema)) {
      throw new SpecError(operation.source, `x-effect names the schema "${effect.schema}", which does not exist.`)
    }
    if (tool && !operations.has(tool.calls)) throw new SpecError(operation.source, `x-tool calls "${tool.calls}", which does not exist.`)
    if (newer !== undefined && !operations.has(newer))
      throw new SpecError(operation.source, `x-deprecation names "${newer}", which does not exist.`)
  }
}
