/** The page of one operation. */
import type { Deprecation, MediaType, Operation, Parameter, Reply } from '../../model/api-model.ts'
import { describeDeprecation } from '../../kit/describe-deprecation.ts'
import { describeStability } from '../../kit/describe-stability.ts'
import { listErrorIds } from '../../kit/list-refusals.ts'
import { renderStates } from '../parts/render-states.ts'
import { findLifecycle, isCausedBy, listEffects } from '../parts/describe-effect.ts'
import { listRemedies } from '../parts/remedies.ts'
import { tellExample } from '../parts/list-facts.ts'
import { type Field, getField, getInside, type TreeOptions } from '../parts/read-tree.ts'
import { printPayloads, renderPayloads } from '../parts/render-payloads.ts'
import { type Place, printTree, renderTree } from '../parts/render-tree.ts'
import { renderTry } from '../parts/render-try.ts'
import { getOperationWords } from '../search/list-entries.ts'
import type { Site, SiteOperation } from '../site/addresses.ts'
import { versionOf } from '../site/assets.ts'
import { type Html, html } from '../site/html.ts'
import { renderCode } from '../site/highlight.ts'
import { firstSentence, renderMarkdown, renderPhrase } from '../site/markdown.ts'
import { type Page, relate } from '../site/page.ts'
import { placeOn } from '../site/place.ts'
import { type Sample, renderSamples } from '../render-samples.ts'

export function renderOperation(site: Site, { api, family, operation, address }: SiteOperation, maxDepth: number): Page {
  const context = { api, maxDepth }
  const place = placeOn(site, api, address)
  const samples = renderSamples(api.api, family, operation)
  const effects = listEffects(operation, api)
  const lifecycle = findLifecycle(operation, api)
  const mark = describeStability(operation.stability)
  const title = operation.summary
  const body = html`<p class="call">
      <b class="method ${operation.method}">${operation.method.toUpperCase()}</b> <code>${breakable(operation.path)}</code>
    </p>
    ${mark && html`<p class="badge">${mark.word}</p>`}${operation.deprecated && html`<p class="badge">Deprecated</p>`}
    ${operation.deprecation && html`<p class="warning">${renderPhrase(sayDeprecation(operation.deprecation), place.find)}</p>`}
    <div class="lead">${renderMarkdown(operation.description, place.find)}</div>
    <section>
      <h2 id="does">What it does</h2>
      <ul class="does">
        ${effects.map((effect) => html`<li>${renderPhrase(effect, place.find)}</li>`)}
      </ul>
      ${
        lifecycle &&
        html`<figure>
          ${renderStates(lifecycle, `States of ${title}`, (transition) => isCausedBy(transition, operation))}
          <figcaption>
            The states it goes
            through${lifecycle.transitions.some((transition) => isCausedBy(transition, operation)) && '; the moves of this operation are marked'}.
          </figcaption>
        </figure>`
      }
    </section>
    <section>
      <h2 id="access">Who may call it</h2>
      ${renderAccess(operation, place)}
    </section>
    ${renderParameters(operation, context, place)}${renderBody(operation, context, place)}
    <section>
      <h2 id="replies">Replies</h2>
      ${operation.replies.map((reply) => renderReply(reply, context, place))}
    </section>`
  const aside = html`${samples.length > 0 && renderSampleTabs(samples)}${renderTry(api.api, operation, relate(address, versionOf('try.js'), ''))}${renderPayloads(operation)}`
  return {
    address,
    kind: 'operation',
    title,
    description: firstSentence(operation.description),
    trail: [
      { title: api.api.title, address: api.api.name },
      { title: family.title, address: `${api.api.name}/${family.name}/index` },
    ],
    body,
    aside,
    words: getOperationWords({ api, family, operation, address }),
    markdown: printOperation(operation, context, effects, samples),
  }
}

/** Operations are links by their names. */
function sayDeprecation(deprecation: Deprecation): string {
  return describeDeprecation(deprecation, (id) => `\`${id}\``)
}

/** Without scripts one below the other. */
function renderSampleTabs(samples: readonly Sample[]): Html {
  return html`<div class="samples">
    ${
      samples.length > 1 &&
      html`<div class="languages" role="tablist" aria-label="Languages">
        ${samples.map(
          ({ label }, index) =>
            html`<button type="button" role="tab" aria-controls="sample-${index}" aria-selected="${String(index === 0)}">${label}</button>`,
        )}
      </div>`
    }
    ${samples.map(
      ({ label, lang, source }, index) =>
        html`<section class="sample copies" id="sample-${index}" aria-label="${label}" ${samples.length > 1 ? html` role="tabpanel"` : ''}>
          <h3>${label}</h3>
          ${renderCode(source, lang)}<button type="button" class="copy">Copy</button>
        </section>`,
    )}
  </div>`
}

/** Long paths may break after a slash. */
function breakable(path: string): Html {
  return html`${path.split('/').map((step, index) => html`${index > 0 && html`/<wbr />`}${step}`)}`
}

function renderAccess(operation: Operation, place: Place): Html {
  return html`<ul>
    ${describeAccess(operation).map((line) => html`<li>${renderPhrase(line, place.find)}</li>`)}
  </ul>`
}

const schemes: Readonly<Record<string, string>> = {
  oauth2: 'a token of an OAuth application',
  personalAccessToken: 'a personal access token',
  clientCredentials: 'the application itself, by its id and secret',
  modelAccessKey: 'a model access key',
  agentKey: 'a key of the agent',
}

function describeAccess({ security, scopes }: Operation): string[] {
  if (security.length === 0) return ['Anyone, without a token.']
  const ways = security.map((alternative) =>
    Object.entries(alternative)
      .map(
        ([scheme, needed]) =>
          `${schemes[scheme] ?? scheme}${needed.length > 0 ? ` with ${needed.map((scope) => `\`${scope}\``).join(' and ')}` : ''}`,
      )
      .join(', together with '),
  )
  return [
    ...ways.map((way) => (way === '' ? 'Anyone, without a token.' : `${way.charAt(0).toUpperCase()}${way.slice(1)}.`)),
    ...(scopes.length > 0
      ? [`A personal access token with chosen scopes needs ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`]
      : []),
  ]
}

type Context = Pick<TreeOptions, 'api' | 'maxDepth'>

function getParameter(parameter: Parameter, context: Context): Field {
  const field = getField(parameter.name, parameter.schema, parameter.required, context)
  // Where all values are listed, an example is one more.
  const isTold = field.facts.some((fact) => /^(?:today|one of|always|for example) /.test(fact))
  return {
    ...field,
    facts: isTold ? field.facts : [...field.facts, ...tellExample(parameter.example)],
    deprecated: parameter.deprecated,
    description: parameter.description === '' ? field.description : parameter.description,
  }
}

const places = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'In headers'],
] as const

function listParameters(operation: Operation, context: Context): { readonly title: string; readonly fields: readonly Field[] }[] {
  return places.flatMap(([place, title]) => {
    const fields = operation.parameters.filter((parameter) => parameter.in === place).map((parameter) => getParameter(parameter, context))
    return fields.length === 0 ? [] : [{ title, fields }]
  })
}

function renderParameters(operation: Operation, context: Context, place: Place): Html | undefined {
  const groups = listParameters(operation, context)
  if (groups.length === 0) return undefined
  return html`<section>
    <h2 id="parameters">Parameters</h2>
    ${groups.map(
      ({ title, fields }) =>
        html`<h3>${title}</h3>
          ${renderTree({ fields, forms: [] }, place)}`,
    )}
  </section>`
}

function renderBody(operation: Operation, context: Context, place: Place): Html | undefined {
  if (!operation.body) return undefined
  return html`<section>
    <h2 id="body">Body${!operation.body.required && ' (may be left out)'}</h2>
    ${operation.body.content.map((content) => renderContent(content, context, place))}
  </section>`
}

function renderContent(content: MediaType, context: Context, place: Place): Html {
  return html`<p class="media"><code>${content.mediaType}</code></p>
    ${renderTree(getInside(content.schema, context), place)}`
}

function renderReply(reply: Reply, context: Context, place: Place): Html {
  const isGood = /^[123]/.test(reply.status)
  const ids = isGood ? [] : listErrorIds(reply)
  const head = html`<b class="status ${isGood ? 'good' : 'bad'}">${reply.status === 'default' ? 'other' : reply.status}</b>
    ${ids.map((id) => html`<code>${id}</code> `)}<span>${firstSentence(reply.description)}</span>`
  const rest = reply.description.trim() === firstSentence(reply.description) ? '' : reply.description
  return html`<details class="reply" id="${reply.status}" ${isGood ? html` open` : ''}>
    <summary>${head}</summary>
    ${rest !== '' && renderMarkdown(rest, place.find)}
    ${!isGood && html`<p><b>What to do:</b> ${renderPhrase(listRemedies(reply.status, ids).join(' '), place.find)}</p>`}
    ${reply.headers.length > 0 && html`<p class="facts">Headers: ${reply.headers.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</p>`}
    ${isGood ? reply.content.map((content) => renderContent(content, context, place)) : reply.content.flatMap(({ examples }) => examples.slice(0, 1).map(({ value }) => renderCode(JSON.stringify(value, null, 2), 'json')))}
  </details>`
}

function printOperation(
  operation: Operation,
  context: Context,
  effects: readonly string[],
  samples: ReturnType<typeof renderSamples>,
): string {
  const parts = [
    `# ${operation.summary}\n`,
    `\`${operation.method.toUpperCase()} ${operation.path}\` (operation \`${operation.id}\`)\n`,
    ...(operation.deprecation ? [`**Deprecated.** ${sayDeprecation(operation.deprecation)}\n`] : []),
    `${operation.description}\n`,
    `## What it does\n\n${effects.map((effect) => `- ${effect.replace(/\s*\n\s*/g, ' ')}\n`).join('')}`,
    `## Who may call it\n\n${describeAccess(operation)
      .map((line) => `- ${line}\n`)
      .join('')}`,
    ...listParameters(operation, context).map(({ title, fields }) => `## ${title}\n\n${printTree({ fields, forms: [] })}`),
    ...(operation.body?.content ?? []).map(({ mediaType, schema }) => `## Body (${mediaType})\n\n${printTree(getInside(schema, context))}`),
    `## Replies\n\n${operation.replies.map((reply) => printReply(reply, context)).join('')}`,
    ...samples.map(({ label, lang, source }) => `## ${label}\n\n\`\`\`${lang}\n${source.trimEnd()}\n\`\`\`\n`),
    printPayloads(operation),
  ]
  return parts.join('\n')
}

function printReply(reply: Reply, context: Context): string {
  const ids = /^[45]/.test(reply.status) ? listErrorIds(reply) : []
  const named = ids.map((id) => ` \`${id}\``).join('')
  const line = `- **${reply.status}**${named}: ${reply.description.replace(/\s*\n\s*/g, ' ')}`
  return /^[123]/.test(reply.status)
    ? `${line}\n${reply.content.map(({ schema }) => printTree(getInside(schema, context), '  ')).join('')}`
    : `${line} ${listRemedies(reply.status, ids).join(' ')}\n`
}
