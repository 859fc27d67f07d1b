/** The types of an operation's requests and replies: their names in @spindrift/types, and what a body is. */
import type { MediaType, Operation } from '../model/api-model.ts'
import { printSchema } from './print-schema.ts'
import { toPascalCase, emitIdentifier } from './emit-identifier.ts'

/** JSON is its schema; text of any kind is a string; anything else is bytes. Of several media types the JSON one is described. */
export function emitContent(content: readonly MediaType[], mentions: Set<string>): string {
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
  return emitIdentifier(`${toPascalCase(operation.id)}Request`)
}

export function repliesName(operation: Operation): string {
  return emitIdentifier(`${toPascalCase(operation.id)}Replies`)
}
