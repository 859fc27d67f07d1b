/** Names and types of the requests and responses of an operation in @spindrift/types. */
import type { MediaType, Operation } from '../model/api-model.ts'
import { printSchema } from './print-schema.ts'
import { toPascalCase, emitIdentifier } from './emit-identifier.ts'

/** Emits the type of a body: its schema for JSON, `string` for text, otherwise `ArrayBuffer`. Prefers JSON. */
export function emitContent(content: readonly MediaType[], mentions: Set<string>): string {
  const json = content.find(({ mediaType }) => mediaType === 'application/json' || mediaType === 'application/x-www-form-urlencoded')
  if (json) {
    const printedType = printSchema(json.schema)
    for (const mention of printedType.mentions) mentions.add(mention)
    return printedType.text
  }
  return content.every(({ mediaType }) => isText(mediaType)) ? 'string' : 'ArrayBuffer'
}

function isText(mediaType: string): boolean {
  return mediaType.startsWith('text/') || mediaType.endsWith('yaml')
}

export function requestName(operation: Operation): string {
  return emitIdentifier(`${toPascalCase(operation.id)}Request`)
}

export function repliesName(operation: Operation): string {
  return emitIdentifier(`${toPascalCase(operation.id)}Replies`)
}
