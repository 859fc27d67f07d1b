/** OAuth sign-in step by step, with the requests and responses. */
import { useEffect, useState } from 'preact/hooks'
import type { Controls } from '../../src/generated/controls.ts'
import { requestInfo } from '../data/requests.ts'
import { useTask } from '../data/use-task.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { createConsoleMask } from '../parts/create-console-mask.ts'
import { Failed } from '../parts/failed.tsx'
import { Json } from '../parts/json.tsx'

interface Step {
  readonly title: string
  readonly request: string
  readonly status: number
  readonly reply: unknown
}

export function SignIn() {
  const info = useLoaded(requestInfo, [])
  const [scope, setScope] = useState('read write')
  const [code, setCode] = useState('')
  const [steps, setSteps] = useState<readonly Step[]>([])
  const { run, error } = useTask()
  useEffect(() => setSteps([]), [scope])
  if (!info.value) return null
  const { oauth } = info.value
  const authorize = formatAuthorizationUrl(oauth, scope)
  const add = (step: Step) => setSteps((known) => [...known, step])
  const exchange = (event: Event) => {
    event.preventDefault()
    run(async () => {
      const token = await exchangeCode(oauth, parseCode(code))
      add(token)
      const { access_token: access } = Object(token.reply) as { access_token?: unknown }
      if (typeof access === 'string') add(await get('Use the token', '/v2/account', access))
    })
  }
  return (
    <section class="card">
      <h2>Try the OAuth sign-in</h2>
      <ol>
        <li>
          The application redirects the user to this URL, with the scope{' '}
          <select aria-label="Scope" class="inline" value={scope} onChange={(event) => setScope(event.currentTarget.value)}>
            <option>read write</option>
            <option>read</option>
          </select>
          :
          <pre role="group" tabIndex={0} aria-label="Authorization URL">
            GET {authorize}
          </pre>
          <a class="button" href={authorize} target="_blank" rel="noopener">
            Open sign-in page
          </a>
        </li>
        <li>
          After the user authorizes the application, the browser is redirected to <code>{oauth.redirect_uri}</code> with a code. Paste the
          URL or the code:
          <form class="line" onSubmit={exchange}>
            <label>
              <span>URL or code</span>
              <input required autocomplete="off" value={code} onInput={(event) => setCode(event.currentTarget.value)} />
            </label>
            <button type="submit">Exchange code</button>
          </form>
        </li>
        {steps.map((step) => (
          <CompletedStep key={step.title} {...step} />
        ))}
      </ol>
      <Failed error={error ?? info.error} />
    </section>
  )
}

function CompletedStep({ title, request, status, reply }: Step) {
  return (
    <li>
      {title}: {status}
      <pre role="group" tabIndex={0} aria-label={`${title}: request`}>
        {request}
      </pre>
      <Json value={reply} label={`${title}: response`} />
    </li>
  )
}

type Application = Controls['GET /_sandbox/info']['reply']['oauth']

function formatAuthorizationUrl({ client_id, redirect_uri }: Application, scope: string): string {
  return `/v1/oauth/authorize?${String(new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope, state: 'console' }))}`
}

function exchangeCode({ client_id, client_secret, redirect_uri }: Application, code: string): Promise<Step> {
  const fields = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri }
  return post('Exchange the code', '/v1/oauth/token', fields)
}

function parseCode(text: string): string {
  return URL.canParse(text) ? (new URL(text).searchParams.get('code') ?? text) : text.trim()
}

async function post(title: string, path: string, fields: Readonly<Record<string, string>>): Promise<Step> {
  const body = new URLSearchParams(fields)
  const response = await fetch(path, { method: 'POST', body, credentials: 'omit' })
  const masked = createConsoleMask().value(fields) as typeof fields
  const shown = Object.entries(masked).map(([name, value]) => `${name}=${value}`)
  return { title, request: `POST ${path}\n\n${shown.join('\n&')}`, status: response.status, reply: await response.json() }
}

async function get(title: string, path: string, token: string): Promise<Step> {
  const response = await fetch(path, { headers: { authorization: `Bearer ${token}` }, credentials: 'omit' })
  return { title, request: `GET ${path}\nAuthorization: Bearer ••••`, status: response.status, reply: await response.json() }
}
