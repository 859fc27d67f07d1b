/** Code samples of a request, for curl and the client. */
import { useState } from 'preact/hooks'
import { parameter, type Operation } from '../data/specification.ts'
import { Copy } from './copy.tsx'

export interface Call {
  readonly operation: Operation
  /** Values of the path parameters, in order. */
  readonly ids: readonly string[]
  /** Path and query. */
  readonly address: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly media?: string | undefined
}

export function Sample({ call }: { readonly call: Call }) {
  const [language, setLanguage] = useState<'curl' | 'TypeScript'>('curl')
  const text = language === 'curl' ? renderCurl(call) : renderTypeScript(call)
  return (
    <div class="sample">
      <div class="tools" role="group" aria-label="Language of the sample">
        {(['curl', 'TypeScript'] as const).map((each) => (
          <button key={each} type="button" class="small" aria-pressed={each === language} onClick={() => setLanguage(each)}>
            {each}
          </button>
        ))}
        <Copy text={text} />
      </div>
      <pre role="group" tabIndex={0} aria-label={`Request as ${language}`}>
        {text}
      </pre>
    </div>
  )
}

function renderCurl({ operation, address, body, media = 'application/json' }: Call): string {
  const token = operation.key ? '$SPINDRIFT_MODEL_ACCESS_KEY' : '$SPINDRIFT_TOKEN'
  const lines = [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${quote(`${location.origin}${address}`)}`,
    `-H "Authorization: Bearer ${token}"`,
    ...(body === undefined
      ? []
      : [`-H ${quote(`Content-Type: ${media}`)}`, `-d ${quote(typeof body === 'string' ? body : JSON.stringify(body, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Positional ids and body, as the client's functions take them; named arguments if there is a query. */
function renderTypeScript({ operation, ids, query, body }: Call): string {
  const names = [...operation.path.matchAll(parameter)].map(([place]) => place.slice(1, -1))
  const hasQuery = Object.keys(query).length > 0
  const parts = hasQuery
    ? [
        {
          ...(ids.length > 0 && { path: Object.fromEntries(names.map((name, at) => [name, ids[at]])) }),
          query,
          ...(body !== undefined && { body }),
        },
      ]
    : [...ids.map((id) => (/^\d{1,15}$/.test(id) ? Number(id) : id)), ...(body === undefined ? [] : [body])]
  const callee = operation.call.split('.').map((step) => (/^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`))
  return [
    "import { createCloud } from '@spindrift/client'",
    '',
    `const cloud = createCloud({ baseUrl: ${JSON.stringify(location.origin)} })`,
    `const result = await cloud${callee.join('')}(${parts.map((each) => JSON.stringify(each, null, 2)).join(', ')})`,
  ].join('\n')
}
