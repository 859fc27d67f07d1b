/** Says in Markdown what an operation's extensions say as data, in the order in which a caller needs it. */
import { describeStability } from '../kit/describe-stability.ts'
import type { ActionExtension, Operation, RateLimit } from '../model/api-model.ts'
import type { Stability } from '../model/json-schema.ts'
import { writeDuration } from './write-duration.ts'
import { escapeTags, writeAnd, writeCode, writeOr } from './write-markdown.ts'

export function describeOperation(operation: Operation): string {
  const notes = [
    ...(operation.scopes.length > 0 ? [`**${operation.scopes.length > 1 ? 'Scopes' : 'Scope'}:** ${writeAnd(operation.scopes)}`] : []),
    ...operation.rateLimits.map((limit) => `**Rate limit:** ${describeRateLimit(limit)}`),
    ...(operation.action ? [`**Starts an action:** ${describeAction(operation.action)}`] : []),
    ...(operation.tool ? [`**Tool:** ${operation.tool.kind}; calls ${writeCode(operation.tool.calls)}`] : []),
    ...(operation.renamedFrom ? [`**Older name:** ${writeCode(operation.renamedFrom)} does the same.`] : []),
    ...(operation.sameAs ? [`**Older spelling of:** ${writeCode(operation.sameAs)}.`] : []),
    ...markOf(operation.stability),
    ...(operation.decision ? [`**Our decision:** ${escapeTags(operation.decision)}`] : []),
  ]
  const description = escapeTags(operation.description)
  return notes.length === 0 ? description : `${description}\n\n${notes.map((note) => `- ${note.replace(/\s*\n\s*/g, ' ')}`).join('\n')}\n`
}

/** In Markdown; none where it is stable. */
export function markOf(stability: Stability): string[] {
  const mark = describeStability(stability)
  return mark ? [`**${mark.word}:** ${mark.sentence}`] : []
}

function describeRateLimit({ name, limit, window, counts = 'requests' }: RateLimit): string {
  const counted = counts === 'requests' ? 'requests' : `items of ${writeCode(counts.replace(/^body\./, ''))}`
  return `${limit} ${counted} in any ${writeDuration(window)}, for all operations of the budget ${writeCode(name)} together`
}

function describeAction({ types, 'resource-type': resourceType, locks = [], duration }: ActionExtension): string {
  const takes = duration ? `; takes about ${writeDuration(duration)}` : ''
  const locked = locks.length > 0 ? `; until it ends, no other action can start on the ${writeAnd(locks)}` : ''
  return `${writeOr(types)} of a ${writeCode(resourceType)}${takes}${locked}`
}
