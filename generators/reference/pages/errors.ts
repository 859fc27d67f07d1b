/** Page of error codes: status, id, causes, remedy and operations of each. */
import { listErrors } from '../../kit/list-errors.ts'
import type { Operation } from '../../model/api-model.ts'
import { findRemedy } from '../parts/remedies.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'
import { renderCode } from '../format-markdown.ts'

/** Longer lists of operations are shown as a count. */
const maxListed = 8

interface ErrorGroup {
  readonly status: string
  readonly id: string
  /** Causes by the description of the response. */
  readonly causes: Map<string, Cause>
}

interface Cause {
  readonly operations: Set<Operation>
  readonly messages: Set<string>
}

export function renderErrors(site: Site): Page {
  const errorGroups = groupErrors(site)
  return renderProse(site, {
    address: 'errors',
    kind: 'list',
    title: 'Error codes',
    description: 'Every status and error id, with its causes, messages, remedy and operations.',
    breadcrumbs: [],
    text: [
      'Handle errors by status and `id`, never by message: messages may change. Include `request_id` when you report a problem.',
      ...errorGroups.map((errorGroup) => printError(errorGroup, site.operations.size)),
    ].join('\n\n'),
  })
}

function printError({ status, id, causes }: ErrorGroup, total: number): string {
  const sorted = [...causes].toSorted(([, a], [, b]) => b.operations.size - a.operations.size)
  const lines = sorted.map(([cause, { operations, messages }]) => {
    const quoted = [...messages].slice(0, 4)
    const text =
      quoted.length > 0
        ? ` ${quoted.length === 1 ? 'Message' : 'Messages'}: ${quoted.map(renderCode).join(', ')}${quoted.at(-1)?.endsWith('.') ? '' : '.'}`
        : ''
    return `- ${collapseWhitespace(cause)}${text} Operations: ${nameOperations([...operations], total)}.\n`
  })
  return `## ${status} ${id}\n\n**What to do:** ${findRemedy(status, id)}\n\n${lines.join('')}`
}

function nameOperations(operations: readonly Operation[], total: number): string {
  if (operations.length > maxListed) return `${operations.length} of ${total}`
  return operations.map(({ id }) => renderCode(id)).join(', ')
}

function groupErrors(site: Site): ErrorGroup[] {
  const errorGroups = new Map<string, ErrorGroup>()
  for (const { operation } of site.operations.values()) {
    for (const reply of operation.replies.filter(({ status }) => /^[45]|default/.test(status))) {
      // `default` describes every status that is not listed.
      const status = reply.status === 'default' ? 'Other' : reply.status
      for (const { id, message } of listErrors(reply)) {
        const key = `${status} ${id}`
        const errorGroup = errorGroups.get(key) ?? { status, id, causes: new Map<string, Cause>() }
        const cause = errorGroup.causes.get(reply.description) ?? { operations: new Set<Operation>(), messages: new Set<string>() }
        cause.operations.add(operation)
        if (message !== undefined) cause.messages.add(message)
        errorGroup.causes.set(reply.description, cause)
        errorGroups.set(key, errorGroup)
      }
    }
  }
  return [...errorGroups.values()].toSorted((a, b) => (`${a.status} ${a.id}` < `${b.status} ${b.id}` ? -1 : 1))
}

function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
