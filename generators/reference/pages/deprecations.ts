/** What nobody should begin to use: since when, until when, and what takes its place. */
import { describeUse, emitDay } from '../../kit/describe-deprecation.ts'
import type { Deprecation, Operation } from '../../model/api-model.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'
import { renderCode } from '../write-markdown.ts'

export function renderDeprecations(site: Site): Page {
  const operations = [...site.operations.values()].flatMap(({ operation }) =>
    operation.deprecation ? [{ operation, deprecation: operation.deprecation }] : [],
  )
  const groups = [...Map.groupBy(operations, ({ deprecation: { sunset = '' } }) => sunset)].toSorted(([a], [b]) =>
    a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1,
  )
  return renderProse(site, {
    address: 'deprecations',
    kind: 'list',
    title: 'Deprecated operations',
    description: 'Operations that nobody should begin to use: what takes the place of each, since when, and when it ends.',
    trail: [],
    text: [
      'They work as ever until they end. The sandbox answers each with a `Deprecation` header and, where a day has been named, `Sunset`; the client warns once in a process. What is stable is deprecated in a release before it is removed.',
      ...groups.map(
        ([sunset, group]) =>
          `## ${sunset === '' ? 'Without a day on which they end' : `Until ${emitDay(sunset)}`}\n\n${group.map((each) => printOperation(each)).join('')}`,
      ),
    ].join('\n\n'),
  })
}

function printOperation({ operation, deprecation }: { readonly operation: Operation; readonly deprecation: Deprecation }): string {
  return `- ${renderCode(operation.id)} ${operation.summary}, since ${emitDay(deprecation.since)}. ${describeUse(deprecation, renderCode)}\n`
}
