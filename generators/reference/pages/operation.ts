/** Page of an operation. */
import type { Deprecation, MediaType, Operation, Parameter, Reply } from '../../model/api-model.ts'
import { describeDeprecation } from '../../kit/describe-deprecation.ts'
import { provenanceLabels } from '../../kit/describe-provenance.ts'
import { listErrorIds } from '../../kit/list-errors.ts'
import { kebab } from '../../kit/page-address.ts'
import { renderStates } from '../parts/render-states.ts'
import { findLifecycle, isCausedBy, listEffects } from '../parts/describe-effect.ts'
import { listRemedies } from '../parts/remedies.ts'
import { describeExample } from '../parts/list-facts.ts'
import { type Field, getField, getInside, type TreeOptions } from '../parts/read-tree.ts'
import { printPayloads, renderPayloads } from '../parts/render-payloads.ts'
import { type LinkResolver, printTree, renderTree } from '../parts/render-tree.ts'
import { renderTabs } from '../parts/render-tabs.ts'
import { renderTry } from '../parts/render-try.ts'
import { type SplitDescription, splitDescription } from '../parts/split-description.ts'
import { getOperationWords } from '../search/list-entries.ts'
import type { Site, SiteOperation } from '../site/addresses.ts'
import { versionOf } from '../site/assets.ts'
import { type Html, html } from '../site/html.ts'
import { renderCode } from '../site/highlight.ts'
import { firstSentence, renderMarkdown, renderPhrase } from '../site/markdown.ts'
import { type Page, relate } from '../site/page.ts'
import { createLinkResolver } from '../site/create-link-resolver.ts'
import { type Sample, renderSamples } from '../render-samples.ts'

export function renderOperation(site: Site, { api, family, operation, address }: SiteOperation, maxDepth: number): Page {
  const context = { api, maxDepth }
  const links = createLinkResolver(site, api, address)
  const samples = renderSamples(api.api, family, operation)
  const effects = listEffects(operation, api)
  const lifecycle = findLifecycle(operation, api)
  const title = operation.summary
  const text = splitOperation(operation)
  const summary = html`<p class="call copies">
      <b class="method ${operation.method}">${operation.method.toUpperCase()}</b> <code>${addBreaks(operation.path)}</code>
      <button type="button" class="copy">Copy</button>
    </p>
    <div class="lead">${renderMarkdown(text.summary, links.find)}</div>
    ${operation.provenance && html`<p class="badge"><a href="${links.to('provenance')}">${provenanceLabels[operation.provenance.from]}</a></p>`}${operation.deprecated && html`<p class="badge">Deprecated</p>`}
    ${operation.deprecation && html`<p class="warning">${renderPhrase(formatDeprecation(operation.deprecation), links.find)}</p>`}`
  const body = html`${renderParameters(operation, context, links)}${renderBody(operation, context, links)}
    <section>
      <h2 id="behavior">Behavior</h2>
      ${text.details !== '' && renderMarkdown(text.details, links.find)}
      <ul>
        ${effects.map((effect) => html`<li>${renderPhrase(effect, links.find)}</li>`)}
      </ul>
      ${
        lifecycle &&
        html`<figure tabindex="0">
          ${renderStates(lifecycle, `State machine of ${title}`, (transition) => isCausedBy(transition, operation))}
          <figcaption>
            State
            machine${lifecycle.transitions.some((transition) => isCausedBy(transition, operation)) && '; the transitions of this operation are highlighted'}.
          </figcaption>
        </figure>`
      }
    </section>
    <section>
      <h2 id="authorization">Authorization</h2>
      ${renderAccess(operation, links)}
    </section>
    <section>
      <h2 id="responses">Responses</h2>
      ${operation.replies.map((reply) => renderReply(reply, text.conditions.get(reply.status) ?? [], context, links))}
    </section>`
  const aside = html`${samples.length > 0 && renderSampleTabs(samples)}${renderTry(api.api, operation, relate(address, versionOf('try.js'), ''))}${renderPayloads(operation)}`
  return {
    address,
    kind: 'operation',
    title,
    description: firstSentence(operation.description),
    breadcrumbs: [
      { title: api.api.title, address: api.api.name },
      { title: family.title, address: `${api.api.name}/${family.name}/index` },
    ],
    summary,
    body,
    aside,
    words: getOperationWords({ api, family, operation, address }),
    markdown: printOperation(operation, context, effects, samples),
  }
}

/** Writes operation ids as code, which the renderer links. */
function formatDeprecation(deprecation: Deprecation): string {
  return describeDeprecation(deprecation, (id) => `\`${id}\``)
}

function renderSampleTabs(samples: readonly Sample[]): Html {
  const tabs = samples.map(({ label, lang, source }) => ({ label, body: renderCode(source, lang) }))
  return html`<div class="samples">
    ${renderTabs('Languages', tabs, true)}
    <p class="facts">A running sandbox prints the variables: <code>eval "$(npx @spindrift/sandbox env)"</code></p>
  </div>`
}

function splitOperation({ description, replies }: Operation): SplitDescription {
  return splitDescription(
    description,
    replies.map(({ status }) => status),
  )
}

/** Long paths may break after a slash. */
function addBreaks(path: string): Html {
  return html`${path.split('/').map((step, index) => html`${index > 0 && html`/<wbr />`}${step}`)}`
}

function renderAccess(operation: Operation, links: LinkResolver): Html {
  return html`<ul>
    ${describeAccess(operation).map((line) => html`<li>${renderPhrase(line, links.find)}</li>`)}
  </ul>`
}

const schemes: Readonly<Record<string, string>> = {
  oauth2: 'OAuth access token',
  personalAccessToken: 'personal access token',
  clientCredentials: 'client id and secret of the application',
  modelAccessKey: 'model access key',
  agentKey: 'agent key',
}

function describeAccess({ security, scopes }: Operation): string[] {
  if (security.length === 0) return ['No authentication required.']
  const alternatives = security.map((alternative) =>
    Object.entries(alternative)
      .map(
        ([scheme, requiredScopes]) =>
          `${schemes[scheme] ?? scheme}${requiredScopes.length > 0 ? ` with ${requiredScopes.length === 1 ? 'scope' : 'scopes'} ${requiredScopes.map((scope) => `\`${scope}\``).join(' and ')}` : ''}`,
      )
      .join(' and '),
  )
  return [
    ...alternatives.map((text) => (text === '' ? 'No authentication required.' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`)),
    ...(scopes.length > 0 ? [`Scope of a restricted personal access token: ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`] : []),
  ]
}

type Context = Pick<TreeOptions, 'api' | 'maxDepth'>

function getParameter(parameter: Parameter, context: Context): Field {
  const field = getField(parameter.name, parameter.schema, parameter.required, context)
  // A list of values needs no example.
  const hasExample = field.facts.some((fact) => /^(?:known values:|one of|always|example:) /.test(fact))
  return {
    ...field,
    facts: hasExample ? field.facts : [...field.facts, ...describeExample(parameter.example)],
    deprecated: parameter.deprecated,
    description: parameter.description === '' ? field.description : parameter.description,
  }
}

const locations = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Header parameters'],
] as const

function listParameters(operation: Operation, context: Context): { readonly title: string; readonly fields: readonly Field[] }[] {
  return locations.flatMap(([location, title]) => {
    const fields = operation.parameters
      .filter((parameter) => parameter.in === location)
      .map((parameter) => getParameter(parameter, context))
    return fields.length === 0 ? [] : [{ title, fields }]
  })
}

function renderParameters(operation: Operation, context: Context, links: LinkResolver): Html | undefined {
  const groups = listParameters(operation, context)
  if (groups.length === 0) return undefined
  return html`${groups.map(
    ({ title, fields }) =>
      html`<section>
        <h2 id="${kebab(title)}">${title}</h2>
        ${renderTree({ fields, forms: [] }, links)}
      </section>`,
  )}`
}

function renderBody(operation: Operation, context: Context, links: LinkResolver): Html | undefined {
  if (!operation.body) return undefined
  return html`<section>
    <h2 id="request-body">Request body${!operation.body.required && ' (optional)'}</h2>
    ${operation.body.content.map(
      (content) =>
        html`<p class="facts">${content.mediaType}</p>
          ${renderTree(getInside(content.schema, context), links)}`,
    )}
  </section>`
}

function renderContent(content: MediaType, context: Context, links: LinkResolver): Html {
  return html`<p class="media"><code>${content.mediaType}</code></p>
    ${renderTree(getInside(content.schema, context), links)}`
}

function renderReply(reply: Reply, conditions: readonly string[], context: Context, links: LinkResolver): Html {
  const isSuccess = /^[123]/.test(reply.status)
  const ids = isSuccess ? [] : listErrorIds(reply)
  const head = html`<b class="status ${isSuccess ? 'good' : 'bad'}">${reply.status === 'default' ? 'other' : reply.status}</b>
    ${ids.map((id) => html`<code>${id}</code> `)}<span>${firstSentence(reply.description)}</span>`
  const rest = reply.description.trim() === firstSentence(reply.description) ? '' : reply.description
  return html`<div class="reply" id="${reply.status}">
    <details ${isSuccess ? html` open` : ''}>
      <summary>${head}</summary>
      ${rest !== '' && renderMarkdown(rest, links.find)}
      ${!isSuccess && html`<p><b>What to do:</b> ${renderPhrase(listRemedies(reply.status, ids).join(' '), links.find)}</p>`}
      ${reply.headers.length > 0 && html`<p class="facts">Headers: ${reply.headers.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</p>`}
      ${isSuccess ? reply.content.map((content) => renderContent(content, context, links)) : reply.content.flatMap(({ examples }) => examples.slice(0, 1).map(({ value }) => renderCode(JSON.stringify(value, null, 2), 'json')))}
    </details>
    ${
      conditions.length > 0 &&
      html`<ul>
        ${conditions.map((condition) => html`<li>${renderPhrase(condition, links.find)}</li>`)}
      </ul>`
    }
  </div>`
}

function printOperation(
  operation: Operation,
  context: Context,
  effects: readonly string[],
  samples: ReturnType<typeof renderSamples>,
): string {
  const { summary, details, conditions } = splitOperation(operation)
  const parts = [
    `# ${operation.summary}\n`,
    `\`${operation.method.toUpperCase()} ${operation.path}\` (operation \`${operation.id}\`)\n`,
    ...(operation.deprecation ? [`**Deprecated.** ${formatDeprecation(operation.deprecation)}\n`] : []),
    `${summary}\n`,
    ...listParameters(operation, context).map(({ title, fields }) => `## ${title}\n\n${printTree({ fields, forms: [] })}`),
    ...(operation.body?.content ?? []).map(
      ({ mediaType, schema }) => `## Request body (${mediaType})\n\n${printTree(getInside(schema, context))}`,
    ),
    `## Behavior\n\n${details === '' ? '' : `${details}\n\n`}${effects.map((effect) => `- ${effect.replace(/\s*\n\s*/g, ' ')}\n`).join('')}`,
    `## Authorization\n\n${describeAccess(operation)
      .map((line) => `- ${line}\n`)
      .join('')}`,
    `## Responses\n\n${operation.replies.map((reply) => printReply(reply, conditions.get(reply.status) ?? [], context)).join('')}`,
    ...samples.map(({ label, lang, source }) => `## ${label}\n\n\`\`\`${lang}\n${source.trimEnd()}\n\`\`\`\n`),
    printPayloads(operation),
  ]
  return parts.join('\n')
}

function printReply(reply: Reply, conditions: readonly string[], context: Context): string {
  const ids = /^[45]/.test(reply.status) ? listErrorIds(reply) : []
  const idTexts = ids.map((id) => ` \`${id}\``).join('')
  const line = `- **${reply.status}**${idTexts}: ${reply.description.replace(/\s*\n\s*/g, ' ')}`
  return /^[123]/.test(reply.status)
    ? `${line}\n${reply.content.map(({ schema }) => printTree(getInside(schema, context), '  ')).join('')}`
    : `${[line, ...conditions, ...listRemedies(reply.status, ids)].join(' ')}\n`
}
