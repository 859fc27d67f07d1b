/**
 * Generates the data of the sandbox's console: one index of families, resources and operations, and one file per family with its request
 * forms. A form contains what a user needs to fill it in.
 */
import { compareText, type GeneratedFile } from '../kit/generated-file.ts'
import { emitPath } from '../kit/emit-path.ts'
import type { Api, ApiModel, Family, Operation } from '../model/api-model.ts'
import { listFamilyGroups } from '../model/list-tag-groups.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { createSchemas } from '../model/schemas.ts'
import { describeOperation } from './describe-operation.ts'
import { describeResource } from './describe-resource.ts'

const folder = 'packages/sandbox/src/generated/console'
/** APIs with forms: the authorization server has pages of its own, and tools call control operations. */
const apis = new Set(['control', 'inference'])

export function describeConsole(model: ApiModel): GeneratedFile[] {
  const parts = model.apis
    .filter(({ name }) => apis.has(name))
    .flatMap((api) => api.families.map((family) => ({ api, family })))
    .toSorted((a, b) => compareText(a.family.name, b.family.name))
  const forms = parts.filter(({ family }) => family.operations.length > 0).map(({ api, family }) => emitForms(api, family))
  const groups = model.apis.filter(({ name }) => apis.has(name)).flatMap(describeGroups)
  return [{ path: `${folder}/index.json`, text: `${JSON.stringify({ groups, ...describeIndex(parts) })}\n` }, ...forms]
}

function describeGroups(api: Api): object[] {
  return listFamilyGroups(api).map(({ title, families }) => ({
    title: title === '' ? api.title : title,
    families: families.map(({ name }) => name),
  }))
}

function describeIndex(parts: readonly { readonly api: Api; readonly family: Family }[]): object {
  const operations = parts.flatMap(({ api, family }) => {
    const schemas = createSchemas(api)
    return family.operations
      .filter(({ sameAs }) => sameAs === undefined)
      .map((operation) => describeConsoleOperation(api, family, operation, describeOperation(api, family, operation, schemas) as Row))
  })
  const kinds = parts.flatMap(({ api, family }) => {
    const schemas = createSchemas(api)
    return family.schemas
      .filter(({ resource }) => resource !== undefined)
      .map((schema) => {
        const { one, many, id, parents, lifecycle } = describeResource(api, family.name, schema, schemas) as Kind
        return [schema.name, { family: family.name, one, many, id: id?.field, parents, lifecycle }] as const
      })
  })
  return {
    families: Object.fromEntries(parts.map(({ family }) => [family.name, family.title])),
    kinds: Object.fromEntries(kinds),
    operations: Object.fromEntries(operations),
  }
}

interface Row {
  readonly access: string
  readonly root?: { readonly key: string }
  readonly effect?: { readonly kind: string; readonly resource: string }
  readonly paged?: true
}

interface Kind {
  readonly one?: string
  readonly many?: string
  readonly id?: { readonly field: string }
  readonly parents?: readonly string[]
  readonly lifecycle?: unknown
}

function describeConsoleOperation(
  api: Api,
  family: Family,
  operation: Operation,
  { access, root, effect, paged }: Row,
): readonly [string, object] {
  const { id, path, summary, body, verbs, parameters } = operation
  const needsInput = body?.required === true || parameters.some(({ in: location, required }) => location === 'query' && required)
  return [
    id,
    {
      method: operation.method.toUpperCase(),
      path,
      summary,
      family: family.name,
      call: [...family.group.split('_'), operation.name].join('.'),
      ...(access === 'inference' && { key: true }),
      ...(root && { root: root.key }),
      ...(effect && { effect: effect.kind, kind: effect.resource }),
      ...(paged && { paged }),
      ...(needsInput && { needsInput }),
      ...(verbs && { verbs: verbs.map(({ type, input }) => ({ type, ...(input === 'required' && { needsInput: true }) })) }),
    },
  ]
}

function emitForms(api: Api, family: Family): GeneratedFile {
  const definitions = new Map<string, unknown>()
  const schemas = createSchemas(api)
  const compact = (schema: SchemaObject): unknown =>
    compactSchema(schema, (name) => {
      if (definitions.has(name)) return
      definitions.set(name, undefined)
      definitions.set(name, compact(schemas.byName(name) ?? {}))
    })
  const operations = family.operations.map((operation) => [operation.id, describeForm(operation, compact)] as const)
  const text = JSON.stringify({ operations: Object.fromEntries(operations), schemas: Object.fromEntries(definitions) })
  return { path: emitPath(folder, `${family.name}.json`), text: `${text}\n` }
}

function describeForm({ parameters, body, replies }: Operation, compact: (schema: SchemaObject) => unknown): object {
  const [content] = body?.content ?? []
  return {
    statuses: replies.map(({ status }) => Number(status)).filter((status) => status >= 400),
    parameters: parameters.map(({ name, in: location, required, description, schema, example }) => ({
      name,
      in: location,
      ...(required && { required }),
      description: firstSentence(description),
      schema: compact(schema),
      example,
    })),
    ...(content && {
      body: {
        required: body?.required,
        media: content.mediaType,
        schema: compact(content.schema),
        examples: content.examples.map(({ name, summary, value }) => ({ name: summary ?? name, value })),
      },
    }),
  }
}

const keptKeywords = [
  'type',
  'format',
  'enum',
  'const',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'required',
  'discriminator',
] as const satisfies readonly (keyof SchemaObject)[]

/** @param meet called with the name of each referenced schema */
function compactSchema(schema: SchemaObject, onReference: (name: string) => void): unknown {
  const compact = (inner: SchemaObject) => compactSchema(inner, onReference)
  const { $ref: reference, description, properties, items, oneOf, allOf, additionalProperties } = schema
  const name = reference?.slice(reference.lastIndexOf('/') + 1)
  if (name !== undefined) onReference(name)
  const members = Object.entries(properties ?? {}).map(([key, member]) => [key, compact(member)] as const)
  return {
    ...(name !== undefined && { ref: name }),
    ...Object.fromEntries(keptKeywords.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]] as const]))),
    ...(description !== undefined && { description: firstSentence(description) }),
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: compact(items) }),
    ...(oneOf && { oneOf: oneOf.map(compact) }),
    ...(allOf && { allOf: allOf.map(compact) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: compact(additionalProperties) }),
  }
}

/** Returns the first sentence, as forms have little room. */
function firstSentence(text: string): string {
  const [first = ''] = text.replaceAll('`', '').split(/(?<=[.!?])\s/)
  return first.length > 160 ? `${first.slice(0, 159)}…` : first
}
