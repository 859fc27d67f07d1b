/** Page "Can I test X here?": what the sandbox does for each family, and which clients were run against it. */
import type { Family } from '../../model/api-model.ts'
import { renderCode } from '../format-markdown.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'
import type { Coverage } from '../sources/sources.ts'

export function renderCoverage(site: Site, coverage: Coverage): Page {
  return renderProse(site, {
    address: 'coverage',
    kind: 'list',
    title: 'Can I test X here?',
    description:
      'By family: what works in the sandbox, what it simulates, what is missing, and which unmodified clients were tested with it.',
    breadcrumbs: [],
    text: [
      'The sandbox answers every operation. It validates requests, keeps objects, moves them through their states on a clock that you control, and enforces scopes and limits. Nothing runs behind an address without one of the services `spaces`, `postgres` and `dns`.',
      ...site.apis.flatMap(({ api }) => [`## ${api.title}`, renderTable(api.name, api.families, coverage)]),
    ].join('\n\n'),
  })
}

const header = '| family | operations | simulated | missing | clients |\n|---|---|---|---|---|'

function renderTable(api: string, families: readonly Family[], { notes, clients, families: callers }: Coverage): string {
  const rows = families.map((family) => {
    const { simulated, missing = '' } = findOwn(notes, family.name) ?? {}
    const cells = [
      `[${family.title}](${api}/${family.name}/index.md)`,
      describeOperations(family),
      [...(simulated === undefined ? [] : [simulated]), ...listStates(family)].join('. '),
      missing,
      (findOwn(callers, family.name) ?? []).flatMap((name) => clients[name] ?? []).join(', '),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [header, ...rows].join('\n')
}

function describeOperations({ operations }: Family): string {
  const deprecated = operations.filter((operation) => operation.deprecated).length
  return deprecated === operations.length ? `${deprecated}, deprecated` : String(operations.length - deprecated)
}

function listStates({ schemas }: Family): string[] {
  const names = schemas.filter(({ lifecycle }) => lifecycle).map(({ name }) => renderCode(name))
  return names.length === 0 ? [] : [`States of ${names.join(', ')}`]
}

/** Returns the value of a key, but nothing that every object inherits, for a family called `constructor`. */
function findOwn<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
