/** Builds the tree of fields of a schema, from which the HTML and the Markdown pages are rendered. */
import { renderProvenance } from '../../kit/describe-provenance.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import type { SiteApi } from '../site/addresses.ts'
import { describeType } from './describe-type.ts'
import { listFacts } from './list-facts.ts'

export interface Field {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly deprecated: boolean
  /** Markdown. */
  readonly description: string
  /** Limits, defaults, allowed values: Markdown phrases. */
  readonly facts: readonly string[]
  readonly inside: Inside
}

/** Fields and variants of a value. */
export interface Inside {
  readonly fields: readonly Field[]
  /** Variants of `oneOf`, or the parts of `allOf` if `together` is set. */
  readonly forms: readonly Form[]
  readonly isCombined?: true
  /** Page with the fields that are not repeated here. */
  readonly page?: { readonly name: string; readonly address: string }
}

export interface Form {
  readonly title: string
  /** Short name for a tab. */
  readonly label: string
  /** Condition that distinguishes this form from the others, as Markdown. */
  readonly condition?: string
  readonly description: string
  readonly inside: Inside
}

const emptyInside: Inside = { fields: [], forms: [] }
export interface TreeOptions {
  readonly api: SiteApi
  /** Depth from which schemas with their own page are only linked. */
  readonly maxDepth: number
  /** Schema of the current page, which does not link to itself. */
  readonly own?: string
}

/** Cache of named schemas: each appears on many pages, as HTML and as Markdown. */
const known = new WeakMap<SiteApi, Map<string, Inside>>()

/** Cache key of a tree: its name, the remaining depth, and the enclosing names that could recur in it. */
function buildKey(name: string, { api, maxDepth, own = '' }: TreeOptions, above: readonly string[]): string {
  const reachableNames = api.reach(name)
  const recurring = new Set(above.filter((each) => reachableNames.has(each)))
  const isOwn = name === own || reachableNames.has(own)
  return [name, Math.max(0, maxDepth - above.length), ...(isOwn ? [own, above.length > 0] : ['', '']), ...[...recurring].toSorted()].join(
    '/',
  )
}

export function getInside(schema: SchemaObject, options: TreeOptions, above: readonly string[] = []): Inside {
  const name = options.api.schemas.nameOf(schema)
  if (name === undefined) return buildInside(schema, options, above)
  const trees = known.get(options.api) ?? new Map<string, Inside>()
  known.set(options.api, trees)
  const key = buildKey(name, options, above)
  const inside = trees.get(key) ?? buildInside(schema, options, above)
  trees.set(key, inside)
  return inside
}

function buildInside(schema: SchemaObject, options: TreeOptions, above: readonly string[]): Inside {
  const { schemas, shared } = options.api
  const name = schemas.nameOf(schema)
  if (name !== undefined && name !== options.own) {
    const page = shared.get(name)
    if (page && (above.length >= options.maxDepth || above.includes(name))) return { ...emptyInside, page: { name, address: page.address } }
    if (above.includes(name)) return emptyInside
  }
  if (name !== undefined && name === options.own && above.length > 0)
    return { ...emptyInside, page: { name, address: shared.get(name)?.address ?? '' } }
  const resolvedSchema = schemas.open(schema)
  const ancestors = [...above, name ?? '']
  if (resolvedSchema.items) return getInside(resolvedSchema.items, options, above)
  if (resolvedSchema.contentSchema) return getInside(resolvedSchema.contentSchema, options, above)
  const branches = (resolvedSchema.oneOf ?? []).filter(({ type }) => type !== 'null')
  const [only] = branches
  if (branches.length === 1 && only) return getInside(only, options, above)
  const parts = findParts(resolvedSchema, options, ancestors)
  if (parts) return { fields: [], forms: parts, isCombined: true }
  const fields = listFields(resolvedSchema, options, ancestors)
  return { fields, forms: listForms(branches, options, ancestors) }
}

function listFields(schema: SchemaObject, options: TreeOptions, above: readonly string[]): Field[] {
  const { schemas } = options.api
  const required = new Set(schemas.requiredOf(schema))
  const fields = Object.entries(schemas.propertiesOf(schema)).map(([name, property]) =>
    getField(name, property, required.has(name), options, above),
  )
  const rest = schema.additionalProperties
  if (typeof rest !== 'object' || Object.keys(rest).length === 0) return fields
  return [...fields, { ...getField('…', rest, false, options, above), name: 'any other name' }]
}

export function getField(
  name: string,
  schema: SchemaObject,
  required: boolean,
  options: TreeOptions,
  above: readonly string[] = [],
): Field {
  const { schemas } = options.api
  const resolvedSchema = schemas.open(schema)
  const provenance = schema['x-provenance']
  return {
    name,
    type: describeType(schema, schemas),
    required,
    deprecated: schema.deprecated === true,
    description: [schema.description ?? resolvedSchema.description ?? '', provenance ? renderProvenance(provenance) : '']
      .filter((text) => text !== '')
      .join('\n\n'),
    facts: listFacts(schema, schemas),
    inside: getInside(schema, options, above),
  }
}

function listForms(branches: readonly SchemaObject[], options: TreeOptions, above: readonly string[]): Form[] {
  const { schemas } = options.api
  return branches.map((branch, index) => {
    const resolvedSchema = schemas.open(branch)
    const condition = findCondition(branch, branches, options)
    const title =
      schemas.nameOf(branch) ??
      resolvedSchema.title ??
      (isStructure(resolvedSchema) ? `Variant ${index + 1}` : describeType(branch, schemas))
    return {
      title,
      label: labelForm(title, condition),
      ...(condition !== undefined && { condition }),
      description: resolvedSchema.description ?? '',
      inside: getInside(branch, options, above),
    }
  })
}

/** Lists the parts of a schema that only combines named schemas. */
function findParts({ properties, allOf = [] }: SchemaObject, options: TreeOptions, above: readonly string[]): Form[] | undefined {
  const { schemas } = options.api
  if (properties || allOf.length < 2 || !allOf.every((part) => schemas.nameOf(part) !== undefined)) return undefined
  return allOf.map((part) => ({
    title: schemas.nameOf(part) ?? '',
    label: schemas.nameOf(part) ?? '',
    description: schemas.open(part).description ?? '',
    inside: getInside(part, options, above),
  }))
}

/** Shortens a condition to the values or fields that distinguish the form; otherwise uses the words of the title. */
function labelForm(title: string, condition: string | undefined): string {
  const values = [...(condition ?? '').matchAll(/`"([^"]*)"`/g)].map(([, value]) => value)
  if (values.length > 0) return values.join(', ')
  if (condition !== undefined && !title.includes(' ')) return condition.replaceAll('`', '')
  return title.replaceAll(/(?<=[a-z0-9])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)
}

function isStructure(schema: SchemaObject): boolean {
  return schema.properties !== undefined || schema.allOf !== undefined || schema.oneOf !== undefined
}

/** Finds a property whose value distinguishes this form, or one that only this form requires. */
function findCondition(branch: SchemaObject, branches: readonly SchemaObject[], { api: { schemas } }: TreeOptions): string | undefined {
  for (const [name, property] of Object.entries(schemas.propertiesOf(branch))) {
    const { const: constant, enum: values = constant === undefined ? [] : [constant] } = schemas.open(property)
    if (values.length > 0 && values.length <= 3)
      return `\`${name}\` is ${values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')}`
  }
  const others = branches.filter((other) => other !== branch)
  const own = schemas.requiredOf(branch).filter((name) => others.every((other) => !schemas.requiredOf(other).includes(name)))
  return own.length === 0 ? undefined : `with ${own.map((name) => `\`${name}\``).join(' and ')}`
}
