/** All state machines on one page: each kind of object that goes through states, drawn, with what moves it. */
import type { Lifecycle } from '../../model/json-schema.ts'
import { renderStates } from '../parts/render-states.ts'
import type { Site } from '../site/addresses.ts'
import { html } from '../site/html.ts'
import { renderPhrase } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { placeOn } from '../site/place.ts'
import { renderDuration } from '../render-duration.ts'
import { renderCode, renderOr } from '../write-markdown.ts'

const address = 'states'

export function renderStatesPage(site: Site): Page {
  const place = placeOn(site, undefined, address)
  const machines = site.apis.flatMap(({ api, shared }) =>
    api.families.flatMap((family) =>
      family.schemas.flatMap(({ name, lifecycle }) =>
        lifecycle ? [{ name, lifecycle, family, home: `${api.name}/${family.name}/index`, target: shared.get(name)?.address }] : [],
      ),
    ),
  )
  const description = `The states of ${machines.length} kinds of objects, how they follow each other, and what moves an object on.`
  const body = html`<div class="lead"><p>${description} The first state has the thicker frame.</p></div>
    ${machines.map(
      ({ name, lifecycle, family, home, target }) =>
        html`<section>
          <h2 id="${name}">${target === undefined ? name : html`<a href="${place.to(target)}">${name}</a>`}</h2>
          <p class="type">The field <code>${lifecycle.field}</code> of <a href="${place.to(home)}">${family.title}</a></p>
          <figure>${renderStates(lifecycle, `States of ${name}`, () => false)}</figure>
          <details>
            <summary>What moves it on</summary>
            <ul>
              ${listMoves(lifecycle).map((move) => html`<li>${renderPhrase(move, place.find)}</li>`)}
            </ul>
          </details>
        </section>`,
    )}`
  const printed = machines.map(
    ({ name, lifecycle, family }) =>
      `## ${name}\n\nThe field ${renderCode(lifecycle.field)} of ${family.title}; begins as ${renderCode(lifecycle.initial)}.\n\n${listMoves(
        lifecycle,
      )
        .map((move) => `- ${move}\n`)
        .join('')}`,
  )
  return {
    address,
    kind: 'list',
    title: 'States',
    description,
    trail: [],
    body,
    markdown: `# States\n\n${description}\n\n${printed.join('\n')}`,
  }
}

function listMoves({ transitions }: Lifecycle): string[] {
  return transitions.map(({ from, to, on, after }) => {
    const causes = [on].flat().map((cause) => (cause === 'time' ? 'by itself' : `by ${renderCode(cause)}`))
    return `${renderOr([from].flat())} → ${renderCode(to)}: ${causes.join(' or ')}${after ? `, after about ${renderDuration(after)}` : ''}`
  })
}
