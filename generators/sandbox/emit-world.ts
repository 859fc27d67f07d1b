/** Emits the table of resources that a world file can contain, and the JSON Schema of world files for editors. */
import { banner } from '../kit/banner.ts'
import { emitLiteral } from '../kit/emit-literal.ts'
import { createSchemas } from '../model/schemas.ts'
import { propertiesOf, requiredOf, type WorldKind } from './list-world-kinds.ts'
import { type Json, referable, SchemaWriter } from './world-schema.ts'
import { ids, settings } from './world-settings.ts'

export function emitWorldKinds(kinds: readonly WorldKind[]): string {
  const rows = kinds.map((kind) => `  ${kind.name}: ${emitLiteral(describeKind(kind))},\n`)
  return `${banner('sandbox')}import type { WorldKind } from '../tables/world-kind.ts'\n\n/** Resources of a world file, by the name of their list. */\nexport const worldKinds = {\n${rows.join('')}} as const satisfies Readonly<Record<string, WorldKind>>\n`
}

function describeKind({ operation, resource, hasGeneratedId, children }: WorldKind): object {
  return {
    operation: operation.id,
    resource,
    hasGeneratedId: hasGeneratedId ? true : undefined,
    children: children.length > 0 ? Object.fromEntries(children.map((child) => [child.name, describeKind(child)])) : undefined,
  }
}

export function emitWorldSchema(kinds: readonly WorldKind[]): string {
  const writer = new SchemaWriter(kinds.map(({ api }) => createSchemas(api)))
  const lists = kinds.map((kind) => [kind.name, describeList(kind, writer)] as const)
  const schema = {
    $comment: banner('sandbox').slice('// '.length).trim(),
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'World of the Spindrift sandbox',
    description: 'Seed data of the sandbox: spindrift-sandbox start --world <file>.',
    type: 'object',
    additionalProperties: false,
    properties: { ...settings, ...Object.fromEntries(lists) },
    $defs: { ...referable, ...writer.definitions() },
  }
  return `${JSON.stringify(schema, undefined, 1)}\n`
}

function describeList(kind: WorldKind, writer: SchemaWriter): Json {
  return { type: 'array', description: kind.operation.summary, items: describeEntry(kind, writer) }
}

function describeEntry(kind: WorldKind, writer: SchemaWriter): Json {
  const schemas = createSchemas(kind.api)
  const body = kind.operation.body?.content[0]?.schema ?? {}
  const id = schemas.byName(kind.resource)?.['x-resource']?.id
  const own = {
    as: { type: 'string', minLength: 1, maxLength: 255, description: 'Name for references, if its own name is not unique.' },
    ids,
    ...(kind.hasGeneratedId && {
      id: { type: id?.kind === 'integer' ? 'integer' : 'string', description: 'Id; generated if omitted.' },
    }),
  }
  // Child resources have entries of their own, even if the request body can contain them.
  const fields = Object.entries(propertiesOf(body, schemas)).filter(([name]) => kind.children.every((child) => child.name !== name))
  const conflict = fields.find(([name]) => name in own)
  if (conflict) throw new Error(`${kind.operation.id} has a field "${conflict[0]}", which has another meaning in a world file. Rename it.`)
  return {
    type: 'object',
    additionalProperties: false,
    required: requiredOf(body, schemas),
    properties: {
      ...own,
      ...Object.fromEntries(fields.map(([name, field]) => [name, writer.write(field)])),
      ...Object.fromEntries(kind.children.map((child) => [child.name, describeList(child, writer)])),
    },
  }
}
