/** `GET /_sandbox` in a browser: where everything is, what to sign in with, what happened last. */
import type { Dependencies } from '../dependencies.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { readClock } from './clock-answers.ts'
import { listEnvironment } from './client-variables.ts'
import { listScopedTokens } from './token-answers.ts'

export function writeOverview(origin: string, { credentials, clock, requests, options, platform }: Dependencies): string {
  const own = credentials()
  const { now, frozen } = readClock(clock)
  const exports = Object.entries(listEnvironment(origin, own)).map(([name, value]) => `export ${name}=${value}`)
  const facts: readonly (readonly [string, string])[] = [
    ['Control API', `${origin}/v2`],
    ['OAuth', `${origin}/v1/oauth`],
    ['Inference', `${origin}/v1`],
    ['Agents', `${origin}/api/v1`],
    ['Tools', `${origin}/tools`],
    ['Read-only token', own.tokens.read],
    ['OAuth client', own.oauth.client_id],
    ['OAuth client secret', own.oauth.client_secret],
    ['OAuth callback', own.oauth.redirect_uri],
    ['User', `${own.user.email}, ${own.user.password}`],
    ['State', options.state ?? 'in memory'],
    ['Clock', `${String(now)}${frozen === true ? ', frozen' : ''}`],
  ]
  const rows = [...requests.requests]
    .slice(0, 50)
    .map(({ at, request, path, operation, status }) =>
      row('td', [new Date(at).toISOString(), String(status), `${request.method} ${path}`, operation?.id ?? '']),
    )
  const scoped = listScopedTokens(platform).map(({ created_at: at, account, scopes }) =>
    row('td', [String(at), String(account), (scopes as readonly string[]).join(', ')]),
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Spindrift sandbox</title><style>${style}</style></head>
<body>
<main>
<h1>Spindrift sandbox</h1>
<table><tbody>${facts.map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td><code>${escapeHtml(value)}</code></td></tr>`).join('')}</tbody></table>
<h2>Environment</h2>
<pre>${escapeHtml(exports.join('\n'))}</pre>
<h2>Personal tokens with scopes</h2>
<p>Make one with <code>POST /_sandbox/tokens {"scopes": ["droplet:read"]}</code>.</p>
${table(['Made', 'Account', 'Scopes'], scoped)}
<h2>Last requests</h2>
${table(['Time', 'Status', 'Request', 'Operation'], rows)}
</main>
</body>
</html>
`
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1c2430;background:#f7f9fb}main{max-width:70rem;margin:auto;padding:1.5rem}' +
  'pre,table{background:#fff;border:1px solid #d5dce4;border-radius:6px}pre{padding:1rem;overflow:auto}table{border-collapse:collapse;width:100%}' +
  'th,td{text-align:left;padding:.35rem .75rem;border-bottom:1px solid #e6ebf0;vertical-align:top;overflow-wrap:anywhere}'

function table(titles: readonly string[], rows: readonly string[]): string {
  return rows.length === 0 ? '<p>None yet.</p>' : `<table><thead>${row('th', titles)}</thead><tbody>${rows.join('')}</tbody></table>`
}

function row(cell: 'td' | 'th', texts: readonly string[]): string {
  return `<tr>${texts.map((text) => `<${cell}>${escapeHtml(text)}</${cell}>`).join('')}</tr>`
}
