/** Page of all state machines, with their diagrams and transitions. */
import type { Lifecycle } from '../../model/json-schema.ts'
import { renderStates } from '../parts/render-states.ts'
import type { Site } from '../site/addresses.ts'
import { html } from '../site/html.ts'
import { renderPhrase } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { createLinkResolver } from '../site/create-link-resolver.ts'
import { renderDuration } from '../render-duration.ts'
import { renderCode, renderOr } from '../format-markdown.ts'

const address = 'states'

export function renderStatesPage(site: Site): Page {
  const links = createLinkResolver(site, undefined, address)
  const machines = site.apis.flatMap(({ api, shared }) =>
    api.families.flatMap((family) =>
      family.schemas.flatMap(({ name, lifecycle }) =>
        lifecycle ? [{ name, lifecycle, family, home: `${api.name}/${family.name}/index`, target: shared.get(name)?.address }] : [],
      ),
    ),
  )
  const description = `State machines of ${machines.length} resources, with the triggers of every transition.`
  const body = html`<div class="lead"><p>${description} The initial state has a thick border.</p></div>
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
  const printed = machines.map(
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
    trail: [],
    body,
    markdown: `# State machines\n\n${description}\n\n${printed.join('\n')}`,
  }
}

function listTransitions({ transitions }: Lifecycle): string[] {
  return transitions.map(({ from, to, or = [], on, after, 'deleted-after': deletedAfter }) => {
    const delay = after ? `, after about ${renderDuration(after)}` : ''
    const deletion = deletedAfter ? `; deleted after about ${renderDuration(deletedAfter)}` : ''
    return `${renderOr([from].flat())} → ${renderOr([to, or].flat())}: on ${renderOr([on].flat())}${delay}${deletion}`
  })
}
