/** Every way in which a request is refused: its status and id, when it happens, what to do, and which operations refuse so. */
import { listRefusals } from '../../kit/list-refusals.ts'
import type { Operation } from '../../model/api-model.ts'
import { findRemedy } from '../parts/remedies.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'
import { renderCode } from '../write-markdown.ts'

/** More are counted, not named. */
const maxListed = 8

interface Refusal {
  readonly status: string
  readonly id: string
  /** What replies say of it, and which operations say so. */
  readonly causes: Map<string, Cause>
}

interface Cause {
  readonly operations: Set<Operation>
  readonly messages: Set<string>
}

export function renderErrors(site: Site): Page {
  const refusals = listRefusedReplies(site)
  return renderProse(site, {
    address: 'errors',
    kind: 'list',
    title: 'Errors',
    description: 'Every status and error id: when it is answered, what it says, what to do about it, and which operations answer so.',
    trail: [],
    text: [
      'Branch on the status and on `id`, never on the message: messages are for people. Quote `request_id` when you report a problem.',
      ...refusals.map((refusal) => printRefusal(refusal, site.operations.size)),
    ].join('\n\n'),
  })
}

function printRefusal({ status, id, causes }: Refusal, all: number): string {
  const max = [...causes].toSorted(([, a], [, b]) => b.operations.size - a.operations.size)
  const lines = max.map(([cause, { operations, messages }]) => {
    const quoted = [...messages].slice(0, 4)
    // A message that is a sentence ends this one.
    const says = quoted.length > 0 ? ` Says ${quoted.map(renderCode).join(', ')}${quoted.at(-1)?.endsWith('.') ? '' : '.'}` : ''
    return `- ${oneLine(cause)}${says} ${nameOperations([...operations], all)}\n`
  })
  return `## ${status} ${id}\n\n**What to do:** ${findRemedy(status, id)}\n\n${lines.join('')}`
}

function nameOperations(operations: readonly Operation[], all: number): string {
  if (operations.length > maxListed) return `*${operations.length} of ${all} operations.*`
  return operations.map(({ id }) => renderCode(id)).join(', ')
}

function listRefusedReplies(site: Site): Refusal[] {
  const refusals = new Map<string, Refusal>()
  for (const { operation } of site.operations.values()) {
    for (const reply of operation.replies.filter(({ status }) => /^[45]|default/.test(status))) {
      // Whatever is not listed is answered as `default` says.
      const status = reply.status === 'default' ? 'Other' : reply.status
      for (const { id, message } of listRefusals(reply)) {
        const key = `${status} ${id}`
        const refusal = refusals.get(key) ?? { status, id, causes: new Map<string, Cause>() }
        const cause = refusal.causes.get(reply.description) ?? { operations: new Set<Operation>(), messages: new Set<string>() }
        cause.operations.add(operation)
        if (message !== undefined) cause.messages.add(message)
        refusal.causes.set(reply.description, cause)
        refusals.set(key, refusal)
      }
    }
  }
  return [...refusals.values()].toSorted((a, b) => (`${a.status} ${a.id}` < `${b.status} ${b.id}` ? -1 : 1))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
