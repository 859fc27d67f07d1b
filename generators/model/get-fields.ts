/**
 * Derives the origin of each property of a stored resource from the bodies that create and change it: the platform, the request, a default,
 * or `x-echo`. See docs/specification.md.
 */
import type { Api, EffectVerb } from './api-model.ts'
import type { Echo, SchemaObject } from './json-schema.ts'
import type { Schemas } from './schemas.ts'

export interface Field {
  /** Schema in responses. */
  readonly schema: SchemaObject
  readonly origin: 'platform' | 'default' | 'echo'
  /** Includes `chosen` if only update requests contain the property. */
  readonly echo: readonly Echo[]
  /** Default of the create request. */
  readonly default?: unknown
  /** Known values of an open enumeration that belongs to no catalog. */
  readonly known?: readonly unknown[]
  /** Fields of an object, or of the objects of an array, that requests may send. */
  readonly fields?: Fields
}

export type Fields = Readonly<Record<string, Field>>

/** Returns the fields of a resource. Its id is always set by the platform. */
export function getFields(api: Api, kind: string, schemas: Schemas): Fields {
  const [created, changed] = [listBodies(api, kind, ['creates']), listBodies(api, kind, ['updates', 'replaces'])]
  const fields = compareSchemas([{ $ref: `#/components/schemas/${kind}` }], created, changed, schemas, 0)
  const id = schemas.byName(kind)?.['x-resource']?.id
  const own = id && id.kind !== 'name' && id.kind !== 'slug' ? fields[id.field] : undefined
  return id && own ? { ...fields, [id.field]: { schema: own.schema, origin: 'platform', echo: own.echo } } : fields
}

/** Lists the fields that a replace request resets if it omits them; undefined if there is no replace operation. */
export function listResetFields(api: Api, kind: string, schemas: Schemas): readonly string[] | undefined {
  const bodies = listBodies(api, kind, ['replaces'])
  if (bodies.length === 0) return undefined
  const requestProperties = collectProperties(bodies, schemas)
  const isKept = ({ echo }: Field) => echo.includes('chosen') || echo.includes('rewritten')
  return Object.entries(getFields(api, kind, schemas)).flatMap(([name, field]) =>
    requestProperties.has(name) && !isKept(field) ? [name] : [],
  )
}

function listBodies(api: Api, kind: string, verbs: readonly EffectVerb[]): SchemaObject[] {
  return api.families
    .flatMap(({ operations }) => operations)
    .filter(
      ({ effect }) =>
        effect && effect.kind !== 'computes' && effect.kind !== 'measures' && effect.schema === kind && verbs.includes(effect.kind),
    )
    .flatMap(({ body }) => body?.content[0]?.schema ?? [])
}

/** Depth limit for recursive schemas. */
const maxDepth = 8

type Sides = readonly SchemaObject[]

function compareSchemas(read: Sides, created: Sides, changed: Sides, schemas: Schemas, depth: number): Fields {
  const [readMembers, createMembers, changeMembers] = [read, created, changed].map((side) => collectProperties(side, schemas)) as [
    Members,
    Members,
    Members,
  ]
  return Object.fromEntries(
    [...readMembers].map(([name, own]) => {
      const schema = own[0] ?? {}
      const [inCreate, inChange] = [createMembers.get(name) ?? [], changeMembers.get(name) ?? []]
      const ownEcho = own.flatMap((each) => each['x-echo'] ?? [])
      if (inCreate.length + inChange.length === 0) return [name, { schema, origin: 'platform', echo: ownEcho }]
      const echo = inCreate.length === 0 ? [...ownEcho, 'chosen' as const] : ownEcho
      const value = inCreate.map((each) => each.default ?? schemas.open(each).default).find((each) => each !== undefined)
      const known = inCreate.map((each) => schemas.open(each)).find((each) => each['x-extensible-enum'] === true)?.enum
      const fields =
        depth < maxDepth
          ? compareSchemas(getItems(own, schemas), getItems(inCreate, schemas), getItems(inChange, schemas), schemas, depth + 1)
          : {}
      return [
        name,
        {
          schema,
          origin: value === undefined ? 'echo' : 'default',
          echo,
          ...(value !== undefined && { default: value }),
          ...(known && { known }),
          ...(Object.keys(fields).length > 0 && { fields }),
        },
      ]
    }),
  )
}

type Members = ReadonlyMap<string, SchemaObject[]>

/** Collects the properties of all schemas and their alternatives, by name. */
function collectProperties(side: Sides, schemas: Schemas): Members {
  const members = new Map<string, SchemaObject[]>()
  for (const schema of side) {
    const resolvedSchema = schemas.open(schema)
    for (const [name, property] of Object.entries(schemas.propertiesOf(resolvedSchema)))
      members.set(name, [...(members.get(name) ?? []), property])
    for (const [name, properties] of collectProperties(resolvedSchema.oneOf ?? [], schemas))
      members.set(name, [...(members.get(name) ?? []), ...properties])
  }
  return members
}

/** Replaces array schemas by the schemas of their items. */
function getItems(side: Sides, schemas: Schemas): SchemaObject[] {
  return side.map((schema) => schemas.open(schema).items ?? schema)
}
