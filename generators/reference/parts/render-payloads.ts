/** Renders the request and response examples of an operation, grouped by name. */
import type { MediaType, NamedExample, Operation } from '../../model/api-model.ts'
import { renderCode } from '../site/highlight.ts'
import { type Html, html } from '../site/html.ts'

interface Payload extends NamedExample {
  /** Set for the body of a response. */
  readonly status?: string
  readonly mediaType: string
}

/** Groups a request body with the response of the same name. The first response is expanded. */
export function renderPayloads(operation: Operation): Html | undefined {
  const groups = groupPayloads(operation)
  if (groups.length === 0) return undefined
  const firstResponse = groups.findIndex((group) => group.some(({ status }) => status !== undefined))
  return html`<section class="payloads">
    <h2 id="examples">Examples</h2>
    ${groups.map((group, index) => renderGroup(group, index === firstResponse))}
  </section>`
}

function renderGroup(group: readonly Payload[], isOpen: boolean): Html {
  const [first] = group
  return html`<details class="example" ${isOpen ? html` open` : ''}>
    <summary>${nameOf(first)} ${[...new Set(group.map(({ status }) => status))].map(renderMark)}</summary>
    ${group.map(
      (payload) =>
        html`${group.length > 1 && html`<p class="media">${renderMark(payload.status)} <code>${payload.mediaType}</code></p>`}${renderValue(payload)}`,
    )}
  </details>`
}

function renderMark(status: string | undefined): Html {
  return status === undefined ? html`<b class="type">request</b> ` : html`<b class="status good">${status}</b> `
}

function nameOf({ name, summary }: Payload | undefined = { name: '', value: '', mediaType: '' }): string {
  const label = summary ?? name.replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function renderValue({ value, mediaType }: Payload): Html {
  return isText(value, mediaType) ? renderCode(value, 'text') : renderCode(JSON.stringify(value, null, 2), 'json')
}

export function printPayloads(operation: Operation): string {
  const groups = groupPayloads(operation)
  if (groups.length === 0) return ''
  const sections = groups.map((group) => `### ${nameOf(group[0])}\n\n${group.map(printPayload).join('\n')}`)
  return `## Examples\n\n${sections.join('\n')}`
}

function printPayload({ status, value, mediaType }: Payload): string {
  const [language, text] = isText(value, mediaType) ? ['', value.trimEnd()] : ['json', JSON.stringify(value, null, 2)]
  const maxLength = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([run]) => run.length))
  const fence = '`'.repeat(maxLength + 1)
  return `${status ?? 'Request'} (${mediaType}):\n\n${fence}${language}\n${text}\n${fence}\n`
}

function isText(value: unknown, mediaType: string): value is string {
  return typeof value === 'string' && !mediaType.endsWith('json')
}

function groupPayloads({ body, replies }: Operation): (readonly Payload[])[] {
  const requests = listPayloads(body?.content ?? [])
  const responses = replies
    .filter(({ status }) => /^[23]/.test(status))
    .flatMap(({ status, content }) => listPayloads(content).map((payload) => ({ ...payload, status })))
  return [...Map.groupBy<string, Payload>([...requests, ...responses], ({ name }) => name).values()]
}

function listPayloads(content: readonly MediaType[]): Payload[] {
  return content.flatMap(({ mediaType, examples }) => examples.map((example) => ({ ...example, mediaType })))
}
