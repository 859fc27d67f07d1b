/** Emits the response types of a family in a separate module, as few programs use them and editors skip modules that are not imported. */
import { banner } from '../kit/banner.ts'
import { emitComment } from '../kit/emit-comment.ts'
import type { Family, Operation, Reply } from '../model/api-model.ts'
import { repliesName, emitContent } from '../kit/request-types.ts'
import { emitImports } from './emit-family.ts'

export function emitReplies(family: Family, modulesByType: ReadonlyMap<string, string>): string {
  const mentions = new Set<string>()
  const parts = family.operations.map((operation) => emitOperation(operation, mentions))
  return [banner('types'), emitImports({ ...family, name: `${family.name}.replies` }, mentions, modulesByType), ...parts]
    .filter((part) => part !== '')
    .join('\n')
}

function emitOperation(operation: Operation, mentions: Set<string>): string {
  const members = operation.replies.map((reply) => `  ${reply.status}: ${emitBody(reply, mentions)}\n`)
  const head = emitComment([`Response bodies of ${operation.method.toUpperCase()} ${operation.path}, by status.`])
  return `${head}export interface ${repliesName(operation)} {\n${members.join('')}}\n`
}

function emitBody(reply: Reply, mentions: Set<string>): string {
  return reply.content.length === 0 ? 'undefined' : emitContent(reply.content, mentions)
}
