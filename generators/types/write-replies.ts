/**
 * Writes the module with the replies of one family's operations, apart from the family's own: few programs name them, and what
 * is not imported an editor does not read.
 */
import { banner } from '../kit/banner.ts'
import { writeComment } from '../kit/write-comment.ts'
import type { Family, Operation, Reply } from '../model/api-model.ts'
import { repliesName, writeContent } from '../kit/request-types.ts'
import { writeImports } from './write-family.ts'

export function writeReplies(family: Family, homes: ReadonlyMap<string, string>): string {
  const mentions = new Set<string>()
  const parts = family.operations.map((operation) => writeOperation(operation, mentions))
  return [banner('types'), writeImports({ ...family, name: `${family.name}.replies` }, mentions, homes), ...parts]
    .filter((part) => part !== '')
    .join('\n')
}

function writeOperation(operation: Operation, mentions: Set<string>): string {
  const members = operation.replies.map((reply) => `  ${reply.status}: ${writeBody(reply, mentions)}\n`)
  const head = writeComment([`The body of each answer to ${operation.method.toUpperCase()} ${operation.path}, by status.`])
  return `${head}export interface ${repliesName(operation)} {\n${members.join('')}}\n`
}

function writeBody(reply: Reply, mentions: Set<string>): string {
  return reply.content.length === 0 ? 'undefined' : writeContent(reply.content, mentions)
}
