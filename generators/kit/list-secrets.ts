/**
 * Lists the secret properties of the specification: `format: password`, lists and maps of such values. All programs mask by these entries:
 *
 * - `password`: every property of this name
 * - `slack_webhooks.url`: only within the property `slack_webhooks`, because other properties of this name are public
 * - `.code`: only at the top of a body, in a form or in a query
 * - `values.*`: every member of the map `values`
 */
import type { ApiModel, Operation } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { createSchemas, type Schemas } from '../model/schemas.ts'
import { compareText } from './generated-file.ts'

/** Names that are masked everywhere, although a property of that name is public: the text of a token in log probabilities. */
const alwaysSecret: ReadonlySet<string> = new Set(['token'])

export function listSecrets(model: ApiModel): string[] {
  const found = createCollection()
  for (const api of model.apis) {
    const schemas = createSchemas(api)
    for (const { operations } of api.families) for (const operation of operations) collectFromOperation(operation, schemas, found)
  }
  return formatEntries(found)
}

/** Lists the secret properties of some bodies only. */
export function listSchemaSecrets(roots: readonly SchemaObject[], schemas: Schemas): string[] {
  const found = createCollection()
  for (const root of roots) collect(root, '', schemas, found)
  return formatEntries(found)
}

/** Parent of the properties within a map, whose member names are unknown. */
const mapMember = '*'

interface Collection {
  /** Names of secret properties, each with the names of the properties that contain it. */
  readonly secrets: Map<string, Set<string>>
  readonly maps: Set<string>
  readonly publicNames: Set<string>
  readonly visited: Set<string>
}

function createCollection(): Collection {
  return { secrets: new Map(), maps: new Set(), publicNames: new Set(), visited: new Set() }
}

function collectFromOperation({ parameters, body, replies, forms = [] }: Operation, schemas: Schemas, found: Collection): void {
  const queries = parameters.filter(({ in: location }) => location === 'query')
  collect({ properties: Object.fromEntries(queries.map(({ name, schema }) => [name, schema])) }, '', schemas, found)
  const media = [body, ...replies].flatMap((each) => each?.content ?? [])
  for (const { schema } of [...media, ...forms.map(({ reply }) => reply)]) collect(schema, '', schemas, found)
}

/** @param parent name of the property that contains the schema; empty for a body */
function collect(schema: SchemaObject, parent: string, schemas: Schemas, found: Collection): void {
  if (schema.$ref !== undefined) {
    const visit = `${schema.$ref} ${parent}`
    if (found.visited.has(visit)) return
    found.visited.add(visit)
    return collect(schemas.open(schema), parent, schemas, found)
  }
  const { oneOf = [], allOf = [], items, contentSchema, additionalProperties, properties = {} } = schema
  for (const [name, property] of Object.entries(properties)) collectProperty(name, property, parent, schemas, found)
  for (const part of [...oneOf, ...allOf, items, contentSchema]) if (part) collect(part, parent, schemas, found)
  if (typeof additionalProperties !== 'object') return
  if (isSecret(additionalProperties, schemas)) found.maps.add(parent)
  else collect(additionalProperties, mapMember, schemas, found)
}

function collectProperty(name: string, property: SchemaObject, parent: string, schemas: Schemas, found: Collection): void {
  if (isSecret(property, schemas)) found.secrets.set(name, (found.secrets.get(name) ?? new Set()).add(parent))
  else {
    if (isText(property, schemas)) found.publicNames.add(name)
    collect(property, name, schemas, found)
  }
}

function isSecret(schema: SchemaObject, schemas: Schemas): boolean {
  const { format, items, oneOf = [], allOf = [] } = schemas.open(schema)
  return format === 'password' || [items, ...oneOf, ...allOf].some((part) => part !== undefined && isSecret(part, schemas))
}

function isText(schema: SchemaObject, schemas: Schemas): boolean {
  const { type, oneOf = [], items } = schemas.open(schema)
  return [type].flat().includes('string') || [...oneOf, ...(items ? [items] : [])].some((part) => isText(part, schemas))
}

function formatEntries({ secrets, maps, publicNames }: Collection): string[] {
  const entries = [...secrets].flatMap(([name, parents]) =>
    !publicNames.has(name) || alwaysSecret.has(name)
      ? [name]
      : [...parents].map((parent) => (parent === mapMember ? name : `${parent}.${name}`)),
  )
  return [...new Set([...entries, ...[...maps].map((name) => `${name}.*`)])].toSorted(compareText)
}
