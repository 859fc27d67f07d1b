/** Page of deprecated operations, with their replacements, grouped by sunset date. */
import { describeUse, emitDay } from '../../kit/describe-deprecation.ts'
import type { Deprecation, Operation } from '../../model/api-model.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'
import { renderCode } from '../format-markdown.ts'

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
    description: 'Deprecated operations with their replacement, deprecation date and sunset date.',
    breadcrumbs: [],
    text: [
      'Deprecated operations keep working until their sunset date. The sandbox returns a `Deprecation` header with each response and, if a date is set, a `Sunset` header; the client warns once per process. A stable operation is deprecated for at least one release before it is removed.',
      ...groups.map(
        ([sunset, group]) =>
          `## ${sunset === '' ? 'No sunset date' : `Sunset on ${emitDay(sunset)}`}\n\n${group.map((each) => printOperation(each)).join('')}`,
      ),
    ].join('\n\n'),
  })
}

function printOperation({ operation, deprecation }: { readonly operation: Operation; readonly deprecation: Deprecation }): string {
  return `- ${renderCode(operation.id)} ${operation.summary}. Deprecated since ${emitDay(deprecation.since)}. ${describeUse(deprecation, renderCode)}\n`
}
