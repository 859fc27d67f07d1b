/** How often one may ask: what holds for a token, and the limits that operations have beside it. */
import type { Operation, RateLimit } from '../../model/api-model.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'
import { renderDuration } from '../render-duration.ts'
import { renderCode } from '../write-markdown.ts'

export function renderLimits(site: Site): Page {
  const limits = new Map<string, { readonly limit: RateLimit; readonly operations: Operation[] }>()
  for (const { operation } of site.operations.values()) {
    for (const limit of operation.rateLimits) {
      const key = JSON.stringify(limit)
      const known = limits.get(key) ?? { limit, operations: [] }
      known.operations.push(operation)
      limits.set(key, known)
    }
  }
  return renderProse(site, {
    address: 'limits',
    kind: 'list',
    title: 'Rate limits of every operation',
    description: 'How many requests a token may make in an hour and in a minute, and which operations have limits of their own.',
    trail: [],
    text: [
      '## Of a token',
      site.apis
        .flatMap(({ api }) => listSentences(api.document.info.description ?? '').map((said) => `- [${api.title}](${api.name}.md): ${said}`))
        .join('\n'),
      '## Headers',
      listHeaders(site)
        .map(({ name, description }) => `- ${renderCode(name)}: ${description}`)
        .join('\n'),
      '## Of single operations',
      'Each is beside the limits of the token: what goes over is refused with 429 and nothing happens. Operations that are named together take from one budget.',
      ...[...limits.values()].map(
        ({ limit: { name, limit, window, counts }, operations }) =>
          `### ${name}: ${limit.toLocaleString('en-US')} in any ${renderDuration(window)}\n\n${
            counts === undefined || counts === 'requests'
              ? 'Counts requests.'
              : `Counts the items of ${renderCode(counts.replace(/^body\./, ''))}.`
          }\n\n${operations.map(({ id, summary }) => `- ${renderCode(id)} ${summary}\n`).join('')}`,
      ),
    ].join('\n\n'),
  })
}

/** What the description of an API says of requests that are counted. */
function listSentences(description: string): string[] {
  return description.split(/(?<=\.)\s+/).filter((sentence) => /\bper minute\b|\bin any\b|\brequests? in\b|\blimits?\b/.test(sentence))
}

function listHeaders(site: Site): { readonly name: string; readonly description: string }[] {
  const said = new Map<string, string>()
  for (const { api } of site.apis) {
    const headers = api.document.components?.['headers'] ?? {}
    for (const [component, header] of Object.entries(headers)) {
      const { description } = Object(header) as { readonly description?: string }
      const name = component === 'RetryAfter' ? 'retry-after' : component.replace(/^RateLimit/, 'ratelimit-').toLowerCase()
      if (/^ratelimit-|^retry-after$/.test(name) && description !== undefined && !said.has(name))
        said.set(name, description.replace(/\s+/g, ' '))
    }
  }
  return [...said].map(([name, description]) => ({ name, description }))
}
