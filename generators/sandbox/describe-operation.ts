/** Describes an operation as a row of the sandbox's operation table. */
import type { Api, Deprecation, Effect, Family, Operation } from '../model/api-model.ts'
import type { ErrorMessages, SchemaObject } from '../model/json-schema.ts'
import { listCatalogs } from './list-catalogs.ts'
import { listReferences } from './list-references.ts'
import { listErrorMessages } from './list-error-messages.ts'
import { createBlank } from './create-blank.ts'
import { getSeconds } from '../kit/get-seconds.ts'
import type { Schemas } from '../model/schemas.ts'

type GenericHandler = 'list' | 'get' | 'create' | 'update' | 'delete' | 'act'

export function describeOperation(api: Api, family: Family, operation: Operation, schemas: Schemas) {
  const reply = operation.replies.find(({ status }) => status.startsWith('2'))
  const content = reply?.content[0]
  const effect = getStoredEffect(operation)
  const root = content && effect ? findRoot(schemas, content.schema, effect) : undefined
  const relatedResource = effect && findRelated(api, operation, effect, schemas)
  const pathResources = effect && bindParameters(operation, effect, schemas, relatedResource ? 1 : 0)
  const echoedParameters =
    content && effect?.kind === 'deletes' && !root ? listEchoedParameters(operation, content.schema, schemas) : undefined
  return {
    id: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    api: api.name,
    family: family.name,
    sameAs: operation.sameAs,
    renamedTo: operation.renamedTo,
    deprecation: operation.deprecation && emitDeprecation(operation.deprecation),
    access: getAccess(operation),
    scopes: operation.scopes.length > 0 ? operation.scopes : undefined,
    status: Number(reply?.status ?? 200),
    mediaType: content?.mediaType,
    root,
    effect: effect && {
      kind: effect.kind,
      resource: effect.schema,
      by: effect.by.length > 0 ? effect.by : undefined,
      where: effect.where,
      members: effect.members,
    },
    measures: operation.effect?.kind === 'measures' ? describeMeasures(operation.effect) : undefined,
    pathResources,
    relatedResource,
    echoedParameters,
    generic:
      effect &&
      pathResources &&
      findGenericHandler(operation, effect, { schemas, pathResources, root, hasBody: content !== undefined, echoedParameters }),
    filters: effect ? mapFilters(operation, effect, schemas) : undefined,
    paged: operation.parameters.some(({ name }) => name === 'per_page') ? true : undefined,
    parameters: operation.parameters.length > 0 ? true : undefined,
    body: operation.body && {
      required: operation.body.required,
      types: operation.body.content.map(({ mediaType }) => mediaType),
      // Model clients send fields that the specification does not list; tools reject unknown fields.
      fields: api.name === 'control' ? listFields(operation.body.content[0]?.schema ?? {}, schemas) : undefined,
      ...describeErrorMessages(operation, schemas),
      // A body that removes something may name what is gone.
      references: operation.method === 'delete' ? undefined : listReferences(operation.body.content[0]?.schema ?? {}, schemas),
      catalogs: listCatalogs(operation.body.content[0]?.schema ?? {}, schemas),
    },
    action: operation.action?.duration === undefined ? undefined : { seconds: getSeconds(operation.action.duration) },
    limits:
      operation.rateLimits.length === 0
        ? undefined
        : operation.rateLimits.map(({ name, limit, window, counts }) => ({ name, limit, seconds: getSeconds(window), counts })),
  }
}

/** Values of the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
function emitDeprecation({ since, sunset }: Deprecation): object {
  return {
    deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    sunset: sunset === undefined ? undefined : new Date(`${sunset}T00:00:00Z`).toUTCString(),
  }
}

/** Error messages for invalid values, and the status of each message that is not returned with 422. */
function describeErrorMessages({ body, replies }: Operation, schemas: Schemas): Pick<BodyRow, 'errorMessages' | 'errorStatuses'> {
  const errorMessages = listErrorMessages(body?.content[0]?.schema ?? {}, schemas)
  const messages = new Set<unknown>(
    Object.values(errorMessages ?? {}).flatMap((message) => (typeof message === 'string' ? message : Object.values(message))),
  )
  const statuses = replies.flatMap(({ status, content }) =>
    (content[0]?.examples ?? [])
      .map(({ value }) => String((value as { readonly message?: string } | null)?.message))
      .filter((message) => status !== '422' && messages.has(message))
      .map((message) => [message, Number(status)] as const),
  )
  return { ...(errorMessages && { errorMessages }), ...(statuses.length > 0 && { errorStatuses: Object.fromEntries(statuses) }) }
}

interface BodyRow {
  readonly errorMessages?: Readonly<Record<string, ErrorMessages>>
  readonly errorStatuses?: Readonly<Record<string, number>>
}

/** Lists the known fields of a body; undefined for a map with arbitrary names. */
function listFields(schema: SchemaObject, schemas: Schemas): readonly string[] | undefined {
  const own = schemas.open(schema)
  if (own.additionalProperties !== undefined && own.additionalProperties !== false) return undefined
  const branches = [...(own.allOf ?? []), ...(own.oneOf ?? [])].map((branch) => listFields(branch, schemas))
  const names = Object.keys(own.properties ?? {})
  if (branches.includes(undefined) || (names.length === 0 && branches.length === 0)) return undefined
  return [...new Set([...names, ...branches.flatMap((branch) => branch ?? [])])].toSorted()
}

/** Required credential: none, a token with read or write scope, any token, or a model access key. */
function getAccess({ security }: Operation): string {
  if (security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0)) return 'open'
  if (security.some((alternative) => 'modelAccessKey' in alternative)) return 'inference'
  const scopes = new Set(security.flatMap((alternative) => alternative['oauth2']))
  if (scopes.has('write')) return 'write'
  return scopes.has('read') ? 'read' : 'token'
}

/** Finds the response property that holds the resource or the list of resources (empty if the body is the resource), its aliases, and the other required fields. */
function findRoot(schemas: Schemas, schema: SchemaObject, { kind, schema: resource }: StoredEffect): Root | undefined {
  if (schemas.nameOf(schema) === resource) return { key: '' }
  const properties = schemas.propertiesOf(schema)
  const required = schemas.requiredOf(schema)
  const { one, many: plural } = schemas.byName(resource)?.['x-resource'] ?? {}
  const isResource = (property: SchemaObject = {}) => {
    const name = schemas.nameOf(property) ?? ''
    const { use, renamed } = schemas.byName(name)?.['x-deprecation'] ?? {}
    return name === resource || (renamed === true && use === resource)
  }
  const exactKeys = Object.keys(properties).filter((key) => isResource(properties[key]))
  // A create response with a secret, and a list of summaries, have schemas of their own under the name of the resource.
  const ones = exactKeys.length === 0 && kind === 'creates' ? Object.keys(properties).filter((key) => key === one) : exactKeys
  const arrays = Object.keys(properties).filter((key) => schemas.open(properties[key] ?? {}).items !== undefined)
  const exact = arrays.filter((key) => isResource(schemas.open(properties[key] ?? {}).items))
  const listKeys = exact.length === 0 && kind === 'lists' ? arrays.filter((key) => key === plural) : exact
  const keys = ones.length > 0 ? ones : listKeys
  const key = keys.find((name) => required.includes(name)) ?? keys[0]
  if (key === undefined) return undefined
  const isList = ones.length === 0
  const others = required.filter((name) => !keys.includes(name) && Object.hasOwn(properties, name) && !(isList && name === 'meta'))
  const aliases = keys.filter((name) => name !== key)
  return {
    key,
    isList: isList ? true : undefined,
    aliases: aliases.length > 0 ? aliases : undefined,
    otherFields:
      others.length > 0 ? Object.fromEntries(others.map((name) => [name, createBlank(properties[name] ?? {}, schemas)])) : undefined,
  }
}

interface Root {
  readonly key: string
  readonly isList?: true | undefined
  readonly aliases?: readonly string[] | undefined
  readonly otherFields?: object | undefined
}

interface EffectDescription {
  readonly schemas: Schemas
  readonly pathResources: readonly Binding[]
  readonly root: Root | undefined
  readonly hasBody: boolean
  readonly echoedParameters: readonly string[] | undefined
}

/** The generic handler that answers the operation; undefined when the tables do not describe it well enough. */
function findGenericHandler(
  { path, action, replies }: Operation,
  { kind, schema, by, where, members }: StoredEffect,
  { schemas, pathResources, root, hasBody, echoedParameters }: EffectDescription,
): GenericHandler | undefined {
  const resource = schemas.byName(schema)?.['x-resource']
  if (!resource) return undefined
  // A path that continues after its object is about a part of the object, which the tables do not describe.
  const isWhole = path.endsWith('}') || by.length > 0 || where !== undefined || pathResources.length === 0 || resource.id === undefined
  const returnsOne = root !== undefined && root.isList === undefined
  const canAct = (returnsOne || !hasBody) && resource.id !== undefined && action === undefined
  switch (kind) {
    case 'lists':
      return root?.isList ? 'list' : undefined
    case 'gets':
      return isWhole && returnsOne ? 'get' : undefined
    case 'creates':
      return returnsOne && action?.duration === undefined ? 'create' : undefined
    case 'updates':
    case 'replaces':
      if (members) return 'act'
      if (!isWhole) return canAct ? 'act' : undefined
      return returnsOne || replies.find(({ status }) => status.startsWith('2'))?.status === '204' ? 'update' : undefined
    case 'deletes':
      return isWhole && (returnsOne || echoedParameters || !hasBody) ? 'delete' : undefined
    case 'acts-on':
      return canAct && by.length === 0 ? 'act' : undefined
  }
}

type StoredEffect = Exclude<Effect, { kind: 'computes' | 'measures' }>

function getStoredEffect({ effect }: Operation): StoredEffect | undefined {
  return effect?.kind === 'computes' || effect?.kind === 'measures' ? undefined : effect
}

function describeMeasures({ schema, by, series }: Extract<Effect, { kind: 'measures' }>) {
  return { resource: schema, by: by[0], series }
}

type Binding = readonly [parameter: string, resource: string]

/** Maps each path parameter after the first `offset` to a resource, if the path follows the chain of parents. */
function bindParameters(operation: Operation, effect: StoredEffect, schemas: Schemas, offset: number): readonly Binding[] | undefined {
  const names = listPathParameters(operation).slice(offset)
  const line = listAncestry(effect.schema, schemas)
  const isNamed = effect.kind !== 'lists' && effect.kind !== 'creates' && effect.by.length === 0 && effect.where === undefined
  const ancestry = isNamed ? line : line.slice(0, -1)
  // An operation on a part of the object names the part after it.
  const boundNames = effect.kind === 'acts-on' ? names.slice(0, ancestry.length) : names
  if (boundNames.length !== ancestry.length) return undefined
  return boundNames.map((name, position) => [name, ancestry[position] ?? ''] as const)
}

function listPathParameters({ path }: Operation): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
}

/** Finds the resource at the start of the path, if the resource that is read has no parent but belongs to it. */
function findRelated(api: Api, operation: Operation, effect: StoredEffect, schemas: Schemas): Binding | undefined {
  const parameterCount = { lists: 1, gets: 2 }[effect.kind as string]
  const [parameter = '', ...rest] = listPathParameters(operation)
  if (rest.length + 1 !== parameterCount || listAncestry(effect.schema, schemas).length > 1) return undefined
  const resourcePath = operation.path.slice(0, operation.path.indexOf('}') + 1).replace(/\{.*\}/, '{}')
  const getOperation = api.families
    .flatMap(({ operations }) => operations)
    .find(({ path, effect: own }) => own?.kind === 'gets' && path.replace(/\{[^}]*\}/g, '{}') === resourcePath)
  return getOperation?.effect && 'schema' in getOperation.effect ? [parameter, getOperation.effect.schema] : undefined
}

/** Lists the properties of a response that only repeats path parameters; undefined for any other response. */
function listEchoedParameters(operation: Operation, schema: SchemaObject, schemas: Schemas): readonly string[] | undefined {
  const pathParameters = listPathParameters(operation)
  const echoedNames = Object.keys(schemas.propertiesOf(schema))
  return echoedNames.length > 0 && echoedNames.every((name) => pathParameters.includes(name)) ? echoedNames : undefined
}

/** A resource and its parents, outermost first. */
export function listAncestry(name: string, schemas: Schemas, seen: ReadonlySet<string> = new Set()): string[] {
  const parent = schemas.byName(name)?.['x-resource']?.parent
  if (parent === undefined || seen.has(name)) return [name]
  return [...listAncestry(parent, schemas, new Set([...seen, name])), name]
}

/** Maps each query parameter to a field of the stored resource; `null` if only a handler can apply it. */
function mapFilters(operation: Operation, effect: StoredEffect, schemas: Schemas): Readonly<Record<string, string | null>> | undefined {
  const properties = schemas.propertiesOf({ $ref: `#/components/schemas/${effect.schema}` })
  const names = operation.parameters.filter(
    (parameter) => parameter.in === 'query' && parameter.name !== 'page' && parameter.name !== 'per_page',
  )
  if (names.length === 0) return undefined
  return Object.fromEntries(names.map(({ name }) => [name, findField(name, properties, schemas)]))
}

function findField(name: string, properties: ReturnType<Schemas['propertiesOf']>, schemas: Schemas): string | null {
  if ((name === 'tag_name' || name === 'tag') && properties['tags']) return 'tags[]'
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (!property) return null
  const resolvedSchema = schemas.open(property)
  if (resolvedSchema.type === 'array') return `${name}[]`
  return resolvedSchema.properties?.['slug'] ? `${name}.slug` : name
}
