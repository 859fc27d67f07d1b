/**
 * Who sets the properties of a stored object, as docs/specification.md says under "What comes back": the platform, the request, its default, or
 * what `x-echo` says. Derived from the bodies that make and change such an object.
 */
import type { Api, EffectVerb } from './api-model.ts'
import type { Echo, SchemaObject } from './json-schema.ts'
import type { Schemas } from './schemas.ts'

export interface Field {
  /** As it is read. */
  readonly schema: SchemaObject
  /** `chosen` too where only what changes the object can say it. */
  readonly origin: 'platform' | 'default' | 'echo'
  readonly echo: readonly Echo[]
  /** What it is when nothing was sent, where a body that makes the object says so. */
  readonly default?: unknown
  /** What may be sent today, where that grows and no catalog has it. */
  readonly known?: readonly unknown[]
  /** Of an object, or of each object of an array, that requests send too. */
  readonly fields?: Fields
}

export type Fields = Readonly<Record<string, Field>>

/** Of the kind that is named `kind`. Its id is always the platform's: that a request names the object with it makes no other of it. */
export function getFields(api: Api, kind: string, schemas: Schemas): Fields {
  const [made, changed] = [listBodies(api, kind, ['creates']), listBodies(api, kind, ['updates', 'replaces'])]
  const fields = compare([{ $ref: `#/components/schemas/${kind}` }], made, changed, schemas, 0)
  const id = schemas.byName(kind)?.['x-resource']?.id
  const own = id && id.kind !== 'name' && id.kind !== 'slug' ? fields[id.field] : undefined
  return id && own ? { ...fields, [id.field]: { schema: own.schema, origin: 'platform', echo: own.echo } } : fields
}

/** What a request that replaces such an object gives up when it leaves it out; undefined where none replaces it. */
export function findReplaced(api: Api, kind: string, schemas: Schemas): readonly string[] | undefined {
  const bodies = listBodies(api, kind, ['replaces'])
  if (bodies.length === 0) return undefined
  const sent = collect(bodies, schemas)
  const isKept = ({ echo }: Field) => echo.includes('chosen') || echo.includes('rewritten')
  return Object.entries(getFields(api, kind, schemas)).flatMap(([name, field]) => (sent.has(name) && !isKept(field) ? [name] : []))
}

function listBodies(api: Api, kind: string, verbs: readonly EffectVerb[]): SchemaObject[] {
  return api.families
    .flatMap(({ operations }) => operations)
    .filter(({ effect }) => effect && effect.kind !== 'computes' && effect.schema === kind && verbs.includes(effect.kind))
    .flatMap(({ body }) => body?.content[0]?.schema ?? [])
}

/** Schemas that contain themselves come to an end. */
const maxDepth = 8

type Sides = readonly SchemaObject[]

function compare(read: Sides, made: Sides, changed: Sides, schemas: Schemas, depth: number): Fields {
  const [ofRead, ofMade, ofChanged] = [read, made, changed].map((side) => collect(side, schemas)) as [Members, Members, Members]
  return Object.fromEntries(
    [...ofRead].map(([name, own]) => {
      const schema = own[0] ?? {}
      const [asked, also] = [ofMade.get(name) ?? [], ofChanged.get(name) ?? []]
      const said = own.flatMap((each) => each['x-echo'] ?? [])
      if (asked.length + also.length === 0) return [name, { schema, origin: 'platform', echo: said }]
      const echo = asked.length === 0 ? [...said, 'chosen' as const] : said
      const value = asked.map((each) => each.default ?? schemas.open(each).default).find((each) => each !== undefined)
      const known = asked.map((each) => schemas.open(each)).find((each) => each['x-open-values'] === true)?.enum
      const fields =
        depth < maxDepth ? compare(inside(own, schemas), inside(asked, schemas), inside(also, schemas), schemas, depth + 1) : {}
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

/** By name, the properties of the schemas, whichever of their alternatives they are in. */
function collect(side: Sides, schemas: Schemas): Members {
  const members = new Map<string, SchemaObject[]>()
  for (const schema of side) {
    const opened = schemas.open(schema)
    for (const [name, property] of Object.entries(schemas.propertiesOf(opened))) members.set(name, [...(members.get(name) ?? []), property])
    for (const [name, properties] of collect(opened.oneOf ?? [], schemas)) members.set(name, [...(members.get(name) ?? []), ...properties])
  }
  return members
}

/** The schemas themselves, or of arrays those of what is in them. */
function inside(side: Sides, schemas: Schemas): SchemaObject[] {
  return side.map((schema) => schemas.open(schema).items ?? schema)
}
