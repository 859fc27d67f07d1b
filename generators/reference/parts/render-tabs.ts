/** Renders alternatives as tabs. Without scripts they are shown one below the other, each with its label. */
import { type Html, html } from '../site/html.ts'

export interface Tab {
  readonly label: string
  readonly body: Html
}

/** @param languages true if the reader's choice applies to all tabs of the site with these labels */
export function renderTabs(title: string, tabs: readonly Tab[], languages = false): Html {
  return html`<div class="tabs" ${languages ? html` data-languages` : ''}>
    ${
      tabs.length > 1 &&
      html`<div class="tab-list" role="tablist" aria-label="${title}">
        ${tabs.map(({ label }, index) => html`<button type="button" role="tab" aria-selected="${String(index === 0)}">${label}</button>`)}
      </div>`
    }
    ${tabs.map(
      ({ label, body }) =>
        html`<section class="tab-panel" aria-label="${label}" ${tabs.length > 1 ? html` role="tabpanel"` : ''}>
          <p class="tab-label">${label}</p>
          ${body}
        </section>`,
    )}
  </div>`
}
