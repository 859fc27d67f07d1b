/** Page of the operations whose behavior is not in the platform's public document, grouped by source. */
import { provenanceLabels } from '../../kit/describe-provenance.ts'
import type { Provenance } from '../../model/json-schema.ts'
import { renderCode } from '../format-markdown.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'

const explanations: Readonly<Record<Provenance['from'], string>> = {
  seed: 'A rule that holds for all operations of this project.',
  observed: 'Seen in responses of the platform.',
  client: 'Official clients use it, but the public document omits it. It may change without a deprecation.',
  document: 'A public document has it, although it differs from other operations.',
  ours: 'The public document leaves it open, or this project differs from it.',
}

export function renderProvenancePage(site: Site): Page {
  const operations = [...site.operations.values()].map(({ operation }) => operation)
  const sources = Object.keys(provenanceLabels) as Provenance['from'][]
  const groups = sources.map((from) => ({ from, listed: operations.filter(({ provenance }) => provenance?.from === from) }))
  return renderProse(site, {
    address: 'provenance',
    kind: 'list',
    title: 'Sources',
    description: 'Operations with behavior that is not in the public document, by source.',
    breadcrumbs: [],
    text: [
      'Everything without a label is in the public OpenAPI document of the platform. Labels mark the rest, on operations and on fields. To filter a search by label, add `from:` and the source, for example `from:client secrets`.',
      ...groups
        .filter(({ listed }) => listed.length > 0)
        .map(
          ({ from, listed }) =>
            `## ${provenanceLabels[from]} (\`from:${from}\`)\n\n${explanations[from]}\n\n${listed.map(({ id, provenance }) => `- ${renderCode(id)}: ${provenance?.note}\n`).join('')}`,
        ),
    ].join('\n\n'),
  })
}
