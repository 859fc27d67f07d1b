/** Page of all state machines, with their diagrams and transitions. */
import type { NamedSchema } from '../../model/api-model.ts'
import type { Lifecycle, ResourceMessages } from '../../model/json-schema.ts'
import { renderStates } from '../parts/render-states.ts'
import type { Site } from '../site/addresses.ts'
import { html } from '../site/html.ts'
import { renderPhrase, renderText } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { createLinkResolver } from '../site/create-link-resolver.ts'
import { renderDuration } from '../render-duration.ts'
import { renderCode, renderOr } from '../format-markdown.ts'

const address = 'states'

export function renderStatesPage(site: Site): Page {
  const links = createLinkResolver(site, undefined, address)
  const machines = site.apis.flatMap(({ api, shared }) =>
    api.families.flatMap((family) =>
      family.schemas.flatMap((schema) => {
        const { name, lifecycle } = schema
        return lifecycle
          ? [{ name, schema, lifecycle, family, home: `${api.name}/${family.name}/index`, target: shared.get(name)?.address }]
          : []
      }),
    ),
  )
  const description = `State machines of ${machines.length} resources, with the triggers of every transition.`
  const waits = renderWaits(
    machines.map(({ schema, lifecycle }) => ({ schema, lifecycle })),
    site,
  )
  const body = html`<div class="lead"><p>${description} The initial state has a thick border.</p></div>
    <div class="prose">${renderText(waits, links.find)}</div>
    ${machines.map(
      ({ name, lifecycle, family, home, target }) =>
        html`<section>
          <h2 id="${name}">${target === undefined ? name : html`<a href="${links.to(target)}">${name}</a>`}</h2>
          <p class="type">The field <code>${lifecycle.field}</code> of <a href="${links.to(home)}">${family.title}</a></p>
          <figure tabindex="0">${renderStates(lifecycle, `State machine of ${name}`, () => false)}</figure>
          <details>
            <summary>Transitions</summary>
            <ul>
              ${listTransitions(lifecycle).map((text) => html`<li>${renderPhrase(text, links.find)}</li>`)}
            </ul>
          </details>
        </section>`,
    )}`
  const machineTexts = machines.map(
    ({ name, lifecycle, family }) =>
      `## ${name}\n\nThe field ${renderCode(lifecycle.field)} of ${family.title}. Initial state: ${renderCode(lifecycle.initial)}.\n\n${listTransitions(
        lifecycle,
      )
        .map((text) => `- ${text}\n`)
        .join('')}`,
  )
  return {
    address,
    kind: 'list',
    title: 'State machines',
    description,
    breadcrumbs: [],
    body,
    markdown: `# State machines\n\n${description}\n\n${waits}\n\n${machineTexts.join('\n')}`,
  }
}

interface Machine {
  readonly schema: NamedSchema
  readonly lifecycle: Lifecycle
}

/** Renders the states and messages that clients wait for after creation and deletion, one row per resource. */
function renderWaits(machines: readonly Machine[], site: Site): string {
  const operations = [...site.operations.values()].map(({ operation }) => operation)
  const rows = machines.map(({ schema: { name, schema }, lifecycle }) => {
    const listIds = (verb: string) =>
      operations.flatMap(({ id, effect }) => (effect?.kind === verb && 'schema' in effect && effect.schema === name ? [id] : []))
    const { missing } = (schema['x-messages'] ?? {}) as ResourceMessages
    const cells = [
      renderCode(name),
      renderCode(lifecycle.field),
      renderOr(listEnds(lifecycle)),
      renderOr(lifecycle['set-by']?.fault ?? []),
      renderOr(lifecycle.transitions.filter(({ on }) => [on].flat().some((id) => listIds('deletes').includes(id))).map(({ to }) => to)),
      missing === undefined ? '' : renderCode(missing),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '## What clients wait for',
    'The waits of the client, the sandbox and `pnpm verify state-machines` use the same data. After deletion, an object returns 404. If the last column is empty, it has the general message of [Errors](errors.md).',
    [
      '| resource | field | after creation | after a failure | while it is deleted | message of the 404 |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  ].join('\n\n')
}

/** Lists the states that an object is in when the transitions of its creation have ended. */
function listEnds({ initial, transitions, 'set-by': causes }: Lifecycle): string[] {
  const steps = transitions.filter(({ on }) => [on].flat().includes('create'))
  const reachableStates = new Set([initial, ...(causes?.request ?? [])])
  for (const state of reachableStates)
    for (const { from, to, or = [] } of steps)
      if ([from].flat().includes(state)) for (const next of [to, or].flat()) reachableStates.add(next)
  return [...reachableStates].filter((state) => !steps.some(({ from }) => [from].flat().includes(state)))
}

function listTransitions({ transitions }: Lifecycle): string[] {
  return transitions.map(({ from, to, or = [], on, after, 'deleted-after': deletedAfter }) => {
    const delay = after ? `, after about ${renderDuration(after)}` : ''
    const deletion = deletedAfter ? `; deleted after about ${renderDuration(deletedAfter)}` : ''
    return `${renderOr([from].flat())} → ${renderOr([to, or].flat())}: on ${renderOr([on].flat())}${delay}${deletion}`
  })
}
