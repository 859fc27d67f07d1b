/** Assigns a page address to every operation, family and shared schema. */
import { getPageAddress, kebab } from '../../kit/page-address.ts'
import { emitPath } from '../../kit/emit-path.ts'
import type { Api, ApiModel, Family, NamedSchema, Operation } from '../../model/api-model.ts'
import { groupByTag } from '../../model/list-tag-groups.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import { createSchemas, type Schemas } from '../../model/schemas.ts'

/** API with the lookups that its pages need. */
export interface SiteApi {
  readonly api: Api
  readonly schemas: Schemas
  /** Schemas with their own page, by name. */
  readonly shared: ReadonlyMap<string, SharedSchema>
  /** Names of all schemas that a schema refers to, transitively. */
  readonly reach: (name: string) => ReadonlySet<string>
}

export interface SharedSchema {
  readonly component: NamedSchema
  readonly family: Family
  readonly address: string
  readonly usedBy: readonly Operation[]
}

export interface Site {
  readonly apis: readonly SiteApi[]
  /** Operations by id. */
  readonly operations: ReadonlyMap<string, SiteOperation>
}

export interface SiteOperation {
  readonly api: SiteApi
  readonly family: Family
  readonly operation: Operation
  readonly address: string
}

export function createSite(model: ApiModel): Site {
  const apis = model.apis.map(addTitles).map((api) => {
    const reach = createReach(api)
    return { api, schemas: createSchemas(api), shared: findShared(api, reach), reach }
  })
  const operations = apis.flatMap((api) =>
    api.api.families.flatMap((family) =>
      family.operations.map((operation) => ({ api, family, operation, address: getPageAddress(api.api, family, operation) })),
    ),
  )
  return { apis, operations: new Map(operations.map((each) => [each.operation.id, each])) }
}

/** Names the family of shared schemas, which has no tag, and families with several tags. */
function addTitles(api: Api): Api {
  const shared = { title: 'Shared schemas', description: 'Schemas that operations of several families use.' }
  return {
    ...api,
    families: api.families.map((family) => {
      if (family.operations.length === 0) return { ...family, ...shared }
      if (groupByTag(api, family).length === 1) return family
      const title = `${family.name.charAt(0).toUpperCase()}${family.name.slice(1).replaceAll('-', ' ')}`
      const tag = api.document.tags?.find(({ name }) => name === title)
      return { ...family, title, description: tag?.description ?? family.description }
    }),
  }
}

/** Finds the schemas that several operations use, at any depth. They get their own page. */
function findShared(api: Api, reach: SiteApi['reach']): ReadonlyMap<string, SharedSchema> {
  const users = new Map<string, Set<Operation>>()
  for (const operation of api.families.flatMap((family) => family.operations)) {
    const contents = [...(operation.body?.content ?? []), ...operation.replies.flatMap(({ content }) => content)]
    const schemaNames = [...contents, ...operation.parameters].flatMap(({ schema }) => [...collectReferences(schema)])
    for (const name of schemaNames.flatMap((each) => [each, ...reach(each)])) users.set(name, (users.get(name) ?? new Set()).add(operation))
  }
  return new Map(
    api.families.flatMap((family) =>
      family.schemas.flatMap((component) => {
        const usedBy = [...(users.get(component.name) ?? [])]
        if (usedBy.length < 2 || !isStructure(component.schema)) return []
        return [[component.name, { component, family, usedBy, address: emitPath(`${api.name}/schemas`, kebab(component.name)) }] as const]
      }),
    ),
  )
}

export function createReach({ document }: Api): SiteApi['reach'] {
  const direct = new Map(Object.entries(document.components?.['schemas'] ?? {}).map(([name, schema]) => [name, collectReferences(schema)]))
  const known = new Map<string, ReadonlySet<string>>()
  return (name) => {
    const reachableNames = known.get(name) ?? follow(name, direct)
    known.set(name, reachableNames)
    return reachableNames
  }
}

function follow(name: string, direct: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reachableNames = new Set(direct.get(name))
  // The loop also visits names that it adds.
  for (const each of reachableNames) for (const next of direct.get(each) ?? []) reachableNames.add(next)
  return reachableNames
}

/** True for objects and unions. Named scalars are described in place. */
function isStructure(schema: SchemaObject): boolean {
  return schema.properties !== undefined || schema.oneOf !== undefined || schema.allOf !== undefined
}

/** Collects the names of directly referenced schemas. */
function collectReferences(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) collectReferences(item, names)
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref' && typeof value === 'string') names.add(value.slice(value.lastIndexOf('/') + 1))
      // A property may be named like a keyword.
      else if (key === 'properties') for (const property of Object.values(Object(value))) collectReferences(property, names)
      else if (key !== 'examples' && key !== 'enum' && key !== 'default') collectReferences(value, names)
    }
  }
  return names
}
