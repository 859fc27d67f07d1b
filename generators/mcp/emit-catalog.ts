/**
 * Emits the catalog of control API operations for agents: a searchable table, and the request schemas of each family. Schemas stay
 * references into the `schemas` of the family.
 */
import { banner } from '../kit/banner.ts'
import { describeDeprecation, describeUse } from '../kit/describe-deprecation.ts'
import { isUndocumented, undocumentedNotice } from '../kit/describe-provenance.ts'
import { compareText, type GeneratedFile } from '../kit/generated-file.ts'
import { emitLiteral, emitPropertyName } from '../kit/emit-literal.ts'
import { emitPath } from '../kit/emit-path.ts'
import { listSchemaSecrets } from '../kit/list-secrets.ts'
import { widenValues } from '../kit/widen-values.ts'
import type { Api, ApiModel, Family, Operation } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { createSchemas, type Schemas } from '../model/schemas.ts'
import { findReply, showsSecrets } from './describe-tool.ts'

export function emitCatalog(model: ApiModel, folder: string): GeneratedFile[] {
  const api = model.apis.find(({ name }) => name === 'control')
  const families = (api?.families ?? []).filter(({ operations }) => operations.length > 0).toSorted((a, b) => compareText(a.name, b.name))
  return [
    { path: `${folder}/catalog.ts`, text: emitIndex(families) },
    ...families.flatMap((family) =>
      api ? [{ path: emitPath(`${folder}/operations`, `${family.name}.ts`), text: emitFamily(api, family) }] : [],
    ),
  ]
}

function emitIndex(families: readonly Family[]): string {
  const rows = families.flatMap((family) => family.operations.map((operation) => `  ${emitLiteral(describeRow(family, operation))},\n`))
  const loaders = families.map(({ name }) => `  ${emitPropertyName(name)}: () => import('./operations/${name}.ts'),\n`)
  return `${banner('mcp')}import type { CatalogRow, FamilyModule } from '../tables/catalog-row.ts'\n\n/** Every operation of the control API. */\nexport const catalog: readonly CatalogRow[] = [\n${rows.join('')}]\n\n/** Operations and schemas of each family, loaded on demand. */\nexport const families: Readonly<Record<string, () => Promise<FamilyModule>>> = {\n${loaders.join('')}}\n`
}

function describeRow(family: Family, operation: Operation): object {
  return {
    id: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    family: family.name,
    kind: operation.method === 'get' ? 'read-only' : operation.effect?.kind === 'creates' ? 'additive' : 'destructive',
    summary: operation.summary,
    deprecated: operation.deprecated ? (operation.deprecation ? describeUse(operation.deprecation, (id) => id) : 'Deprecated.') : undefined,
  }
}

function emitFamily(api: Api, family: Family): string {
  const schemas = createSchemas(api)
  const operations = family.operations.map(
    (operation) => `  ${emitPropertyName(operation.id)}: ${emitLiteral(describeOperation(operation, schemas))},\n`,
  )
  const usedNames = new Set<string>()
  for (const operation of family.operations) {
    for (const { schema } of operation.parameters) collectReferences(schema, schemas, usedNames)
    for (const { schema } of operation.body?.content ?? []) collectReferences(schema, schemas, usedNames)
  }
  const definitions = [...usedNames]
    .toSorted(compareText)
    .map((name) => `  ${emitPropertyName(name)}: ${emitLiteral(cleanSchema(schemas.byName(name) ?? {}))},\n`)
  return `${banner('mcp')}import type { FamilyModule } from '../../tables/catalog-row.ts'\n\nexport const operations: FamilyModule['operations'] = {\n${operations.join('')}}\n\nexport const schemas: FamilyModule['schemas'] = {\n${definitions.join('')}}\n`
}

function listMarks({ provenance, deprecation }: Operation): string[] {
  return [
    ...(isUndocumented(provenance) ? [undocumentedNotice] : []),
    ...(deprecation ? [describeDeprecation(deprecation, (id) => `the operation ${id}`)] : []),
  ]
}

function describeOperation(operation: Operation, schemas: Schemas): object {
  const reply = findReply(operation)
  const body = operation.body?.content[0]
  const secrets = listSchemaSecrets(
    [reply, body?.schema].filter((schema) => schema !== undefined),
    schemas,
  )
  return {
    description: [operation.description, ...listMarks(operation)].join(' '),
    parameters: operation.parameters
      .filter((parameter) => parameter.in !== 'header')
      .map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        required: parameter.required ? true : undefined,
        description: parameter.description,
        schema: cleanSchema(parameter.schema),
      })),
    body: body && { required: operation.body?.required ? true : undefined, type: body.mediaType, schema: cleanSchema(body.schema) },
    responseFields: reply ? Object.keys(schemas.propertiesOf(reply)) : undefined,
    scopes: operation.scopes.length > 0 ? operation.scopes : undefined,
    secrets: secrets.length > 0 ? secrets : undefined,
    showsSecrets: showsSecrets(operation) ? true : undefined,
  }
}

const omittedKeywords = new Set(['examples', 'discriminator'])

/** Removes our extensions, and points references to `#/$defs/…`, where the server puts the schemas. */
function cleanSchema(value: SchemaObject): unknown {
  return cleanValue(value, false)
}

function cleanValue(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, false))
  if (typeof value !== 'object' || value === null) return value
  const isOpen = !isMap && 'x-extensible-enum' in value
  return Object.fromEntries(
    Object.entries(isOpen ? widenValues(value as SchemaObject) : value).flatMap(([key, each]) => {
      if (isMap) return [[key, cleanValue(each, false)]]
      if (isOpen && key === 'examples') return [[key, each]]
      if (omittedKeywords.has(key) || key.startsWith('x-')) return []
      if (key === '$ref') return [[key, `#/$defs/${String(each).slice(String(each).lastIndexOf('/') + 1)}`]]
      return [[key, key === 'enum' || key === 'const' || key === 'default' ? each : cleanValue(each, key === 'properties')]]
    }),
  )
}

/** Collects the names of all schemas that a schema refers to, transitively. */
function collectReferences(value: unknown, schemas: Schemas, usedNames: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const reference = (value as SchemaObject).$ref
  if (typeof reference === 'string') {
    const name = reference.slice(reference.lastIndexOf('/') + 1)
    if (!usedNames.has(name)) {
      usedNames.add(name)
      collectReferences(schemas.byName(name), schemas, usedNames)
    }
  }
  for (const each of Object.values(value)) collectReferences(each, schemas, usedNames)
}
