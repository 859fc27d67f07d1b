/** Writes one family's module: an interface or alias for each schema, then the request and replies of each operation. */
import { banner } from '../kit/banner.ts'
import { documentSchema } from '../kit/document-schema.ts'
import { TypeImports } from '../kit/write-imports.ts'
import { writeComment } from '../kit/write-comment.ts'
import { toPascalCase, writeIdentifier } from '../kit/write-identifier.ts'
import { writePropertyName } from '../kit/write-literal.ts'
import type { Family, MediaType, NamedSchema, Operation, Parameter, Reply } from '../model/api-model.ts'
import { SpecError } from '../model/spec-error.ts'
import { printSchema } from './print-schema.ts'

/** `homes` says which family's module each schema is in. */
export function writeFamily(family: Family, homes: ReadonlyMap<string, string>): string {
  const mentions = new Set<string>()
  const parts = [
    ...family.schemas.map((schema) => writeSchema(schema, mentions)),
    ...family.operations.flatMap((operation) => [writeRequest(operation, mentions), writeReplies(operation, mentions)]),
  ]
  return [banner('types'), writeImports(family, mentions, homes), ...parts].filter((part) => part !== '').join('\n')
}

function writeImports(family: Family, mentions: ReadonlySet<string>, homes: ReadonlyMap<string, string>): string {
  const imports = new TypeImports()
  for (const name of mentions) {
    const home = homes.get(name)
    if (home === undefined) throw new Error(`The family ${family.name} refers to the schema ${name}, which does not exist.`)
    if (home !== family.name) imports.add(`./${home}.ts`, name)
  }
  return imports.write()
}

function writeSchema({ name, schema, source }: NamedSchema, mentions: Set<string>): string {
  try {
    const printed = printSchema(schema)
    for (const mention of printed.mentions) if (mention !== name) mentions.add(mention)
    const head = writeComment(documentSchema({ ...schema, examples: [] }))
    const identifier = writeIdentifier(name)
    return printed.isObject
      ? `${head}export interface ${identifier} ${printed.text}\n`
      : `${head}export type ${identifier} = ${printed.text}\n`
  } catch (error) {
    throw new SpecError(source, `Schema ${name} cannot be written as a type: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function writeRequest(operation: Operation, mentions: Set<string>): string {
  const members: string[] = []
  for (const place of ['path', 'query', 'header'] as const) {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place)
    if (parameters.length === 0) continue
    const optional = parameters.some((parameter) => parameter.required) ? '' : '?'
    members.push(`  ${place}${optional}: {\n${parameters.map((parameter) => writeParameter(parameter, mentions)).join('')}  }\n`)
  }
  if (operation.body) {
    members.push(`  body${operation.body.required ? '' : '?'}: ${writeContent(operation.body.content, mentions)}\n`)
  }
  const head = writeComment([`What \`${operation.id}\` sends: ${operation.method.toUpperCase()} ${operation.path}`])
  // An empty interface would accept anything.
  if (members.length === 0) return `${head}export type ${requestName(operation)} = Record<string, never>\n`
  return `${head}export interface ${requestName(operation)} {\n${members.join('')}}\n`
}

function writeParameter(parameter: Parameter, mentions: Set<string>): string {
  const printed = printSchema(parameter.schema)
  for (const mention of printed.mentions) mentions.add(mention)
  const lines = documentSchema({
    description: parameter.description,
    ...(parameter.example !== undefined && { examples: [parameter.example] }),
    ...(parameter.schema.default !== undefined && { default: parameter.schema.default }),
    deprecated: parameter.deprecated,
  })
  return `${writeComment(lines, '    ')}    ${writePropertyName(parameter.name)}${parameter.required ? '' : '?'}: ${printed.text}\n`
}

function writeReplies(operation: Operation, mentions: Set<string>): string {
  const members = operation.replies.map((reply) => `  ${reply.status}: ${writeReplyBody(reply, mentions)}\n`)
  const head = writeComment([`The body of each answer to \`${operation.id}\`, by status.`])
  return `${head}export interface ${repliesName(operation)} {\n${members.join('')}}\n`
}

function writeReplyBody(reply: Reply, mentions: Set<string>): string {
  return reply.content.length === 0 ? 'undefined' : writeContent(reply.content, mentions)
}

/** JSON is its schema; text of any kind is a string; anything else is bytes. Of several media types the JSON one is described. */
function writeContent(content: readonly MediaType[], mentions: Set<string>): string {
  const json = content.find(({ mediaType }) => mediaType === 'application/json' || mediaType === 'application/x-www-form-urlencoded')
  if (json) {
    const printed = printSchema(json.schema)
    for (const mention of printed.mentions) mentions.add(mention)
    return printed.text
  }
  return content.every(({ mediaType }) => isText(mediaType)) ? 'string' : 'ArrayBuffer'
}

function isText(mediaType: string): boolean {
  return mediaType.startsWith('text/') || mediaType.endsWith('yaml')
}

export function requestName(operation: Operation): string {
  return writeIdentifier(`${toPascalCase(operation.id)}Request`)
}

export function repliesName(operation: Operation): string {
  return writeIdentifier(`${toPascalCase(operation.id)}Replies`)
}
