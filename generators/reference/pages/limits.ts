/** Page of rate limits: those of a token, the headers, and those of single operations. */
import type { Operation, RateLimit } from '../../model/api-model.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'
import { renderDuration } from '../render-duration.ts'
import { renderCode } from '../format-markdown.ts'

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
    description: 'Requests per hour and minute of a token, and operations with additional limits.',
    breadcrumbs: [],
    text: [
      '## Token limits',
      site.apis
        .flatMap(({ api }) =>
          listSentences(api.document.info.description ?? '').map((sentence) => `- [${api.title}](${api.name}.md): ${sentence}`),
        )
        .join('\n'),
      '## Headers',
      listHeaders(site)
        .map(({ name, description }) => `- ${renderCode(name)}: ${description}`)
        .join('\n'),
      '## Operation limits',
      'These limits apply in addition to the token limits. A request over a limit is rejected with 429 and has no effect. Operations listed under one limit share it.',
      ...[...limits.values()].map(
        ({ limit: { name, limit, window, counts }, operations }) =>
          `### ${name}: ${limit.toLocaleString('en-US')} per ${renderDuration(window)}\n\n${
            counts === undefined || counts === 'requests'
              ? 'Counts requests.'
              : `Counts the items of ${renderCode(counts.replace(/^body\./, ''))}.`
          }\n\n${operations.map(({ id, summary }) => `- ${renderCode(id)} ${summary}\n`).join('')}`,
      ),
    ].join('\n\n'),
  })
}

/** Sentences of an API description about rate limits. */
function listSentences(description: string): string[] {
  return description.split(/(?<=\.)\s+/).filter((sentence) => /\bper minute\b|\bin any\b|\brequests? in\b|\blimits?\b/.test(sentence))
}

function listHeaders(site: Site): { readonly name: string; readonly description: string }[] {
  const descriptions = new Map<string, string>()
  for (const { api } of site.apis) {
    const headers = api.document.components?.['headers'] ?? {}
    for (const [component, header] of Object.entries(headers)) {
      const { description } = Object(header) as { readonly description?: string }
      const name = component === 'RetryAfter' ? 'retry-after' : component.replace(/^RateLimit/, 'ratelimit-').toLowerCase()
      if (/^ratelimit-|^retry-after$/.test(name) && description !== undefined && !descriptions.has(name))
        descriptions.set(name, description.replace(/\s+/g, ' '))
    }
  }
  return [...descriptions].map(([name, description]) => ({ name, description }))
}
