/** Emits the types of a family: an interface or alias for each schema, and the request of each operation. */
import { banner } from '../kit/banner.ts'
import { describeDeprecation, nameInClient } from '../kit/describe-deprecation.ts'
import { documentSchema } from '../kit/document-schema.ts'
import { printSchema } from '../kit/print-schema.ts'
import { requestName, emitContent } from '../kit/request-types.ts'
import { TypeImports } from '../kit/type-imports.ts'
import { emitComment } from '../kit/emit-comment.ts'
import { emitIdentifier } from '../kit/emit-identifier.ts'
import { emitPropertyName } from '../kit/emit-literal.ts'
import type { Family, NamedSchema, Operation, Parameter } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { SpecError } from '../model/spec-error.ts'
import type { CommonParameters } from './common-parameters.ts'

/** Declarations of a family's module, and the types that it imports. */
export interface Declarations {
  readonly family: Family
  readonly texts: readonly string[]
  readonly mentions: ReadonlySet<string>
}

/** @param modulesByType family whose module declares each type */
export function emitFamily({ family, texts, mentions }: Declarations, modulesByType: ReadonlyMap<string, string>): string {
  return [banner('types'), emitImports(family, mentions, modulesByType), ...texts].filter((part) => part !== '').join('\n')
}

/** @param documented named scalar schemas, with their descriptions */
export function declareFamily(
  family: Family,
  common: CommonParameters,
  documented: ReadonlyMap<string, SchemaObject> = new Map(),
): Declarations {
  const mentions = new Set<string>()
  const texts = [
    ...family.schemas.map((schema) => emitSchema(schema, mentions, documented)),
    ...(family.name === 'shared' ? [...common].map(([parameter, name]) => emitCommonParameter(name, parameter, mentions)) : []),
    ...family.operations.map((operation) => emitRequest(operation, mentions, common)),
  ]
  return { family, texts, mentions }
}

export function emitImports(family: Family, mentions: ReadonlySet<string>, modulesByType: ReadonlyMap<string, string>): string {
  const imports = new TypeImports()
  for (const name of mentions) {
    const module = modulesByType.get(name)
    if (module === undefined) throw new Error(`The family ${family.name} refers to the schema ${name}, which does not exist.`)
    if (module !== family.name) imports.add(`./${module}.ts`, name)
  }
  return imports.write()
}

function emitCommonParameter(name: string, parameter: Parameter, mentions: Set<string>): string {
  return `export interface ${name} {\n${emitParameter(parameter, mentions, '  ')}}\n`
}

function emitSchema({ name, schema, source }: NamedSchema, mentions: Set<string>, documented: ReadonlyMap<string, SchemaObject>): string {
  try {
    const printedType = printSchema(schema, documented)
    for (const mention of printedType.mentions) if (mention !== name) mentions.add(mention)
    const head = emitComment(documentSchema({ ...schema, examples: [] }))
    const identifier = emitIdentifier(name)
    return printedType.isObject
      ? `${head}export interface ${identifier} ${printedType.text}\n`
      : `${head}export type ${identifier} = ${printedType.text}\n`
  } catch (error) {
    throw new SpecError(source, `Schema ${name} cannot be written as a type: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function emitRequest(operation: Operation, mentions: Set<string>, common: CommonParameters): string {
  const members: string[] = []
  for (const location of ['path', 'query', 'header'] as const) {
    const parameters = operation.parameters.filter((parameter) => parameter.in === location)
    if (parameters.length === 0) continue
    const optional = parameters.some((parameter) => parameter.required) ? '' : '?'
    const sharedTypes = parameters.flatMap((parameter) => common.get(parameter) ?? [])
    for (const name of sharedTypes) mentions.add(name)
    const own = parameters.filter((parameter) => !common.has(parameter)).map((parameter) => emitParameter(parameter, mentions, '    '))
    members.push(`  ${location}${optional}: ${[...sharedTypes, ...(own.length > 0 ? [`{\n${own.join('')}  }`] : [])].join(' & ')}\n`)
  }
  const body = operation.body && emitContent(operation.body.content, mentions)
  // Generic if the response depends on the form of the body.
  const isFormed = body !== undefined && operation.forms !== undefined
  if (body !== undefined) members.push(`  body${operation.body?.required ? '' : '?'}: ${isFormed ? 'Body' : body}\n`)
  const { deprecation } = operation
  const head = emitComment([
    `${operation.method.toUpperCase()} ${operation.path}`,
    ...(deprecation ? [{ tag: 'deprecated', text: describeDeprecation(deprecation, nameInClient) } as const] : []),
  ])
  // An empty interface would accept anything.
  if (members.length === 0) return `${head}export type ${requestName(operation)} = Record<string, never>\n`
  const parameter = isFormed ? `<Body extends ${body} = ${body}>` : ''
  return `${head}export interface ${requestName(operation)}${parameter} {\n${members.join('')}}\n`
}

function emitParameter(parameter: Parameter, mentions: Set<string>, margin: string): string {
  const printedType = printSchema(parameter.schema)
  for (const mention of printedType.mentions) mentions.add(mention)
  const lines = documentSchema({
    description: parameter.description,
    ...(parameter.example !== undefined && { examples: [parameter.example] }),
    ...(parameter.schema.default !== undefined && { default: parameter.schema.default }),
    deprecated: parameter.deprecated,
  })
  return `${emitComment(lines, margin)}${margin}${emitPropertyName(parameter.name)}${parameter.required ? '' : '?'}: ${printedType.text}\n`
}
