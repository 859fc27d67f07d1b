/** Layout and security headers of all pages: no scripts, no external resources, no framing, no caching. */
import { createHash } from 'node:crypto'
import type { Reply } from '../../engine/request.ts'
import { escapeHtml } from '../../http/escape-html.ts'

export interface PagePlan {
  readonly status: number
  readonly title: string
  /** HTML. */
  readonly main: string
  /** Allowed targets of its forms, including redirects, as sources of a content security policy. */
  readonly formAction?: string
  readonly headers?: Readonly<Record<string, string>>
}

const style = `
:root { color-scheme: light dark; --line: #c5cfda; --accent: #0b57d0; --on-accent: #fff; --alarm: #b3261e }
@media (prefers-color-scheme: dark) { :root { --line: #4a5563; --accent: #8ab4f8; --on-accent: #10233f; --alarm: #f2b8b5 } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 1.5rem }
main { max-width: 26rem; margin: 8vh auto 0 }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
p, li { overflow-wrap: anywhere }
label { display: block; font-weight: 600; margin-top: 1rem }
input { font: inherit; box-sizing: border-box; width: 100%; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem }
button { font: inherit; padding: .5rem 1.25rem; margin: 1.5rem .5rem 0 0; border: 1px solid var(--line); border-radius: .375rem; cursor: pointer }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.problem { color: var(--alarm); font-weight: 600 }
.small { font-size: .875rem }
`

const styleHash = createHash('sha256').update(style).digest('base64')

export function replyPage({ status, title, main, formAction = "'none'", headers = {} }: PagePlan): Reply {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    status,
    type: 'text/html; charset=utf-8',
    headers: { ...securityHeaders, 'content-security-policy': policy.join('; '), 'x-frame-options': 'DENY', ...headers },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`,
  }
}

/** Headers of pages and redirects: their URLs contain codes and states that must not leak. */
const securityHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' } as const

export function replyRedirect(status: 302 | 303, location: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...securityHeaders, location, ...headers } }
}

export function hiddenFields(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('\n')
}
