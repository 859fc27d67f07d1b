/** Details of one request. */
import { useState } from 'preact/hooks'
import type { RequestDetail } from '../../../src/generated/controls.ts'
import { requestInfo, control } from '../../data/requests.ts'
import { useSpecification } from '../../data/specification.ts'
import { useTask } from '../../data/use-task.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Changes } from '../../parts/changes.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Json } from '../../parts/json.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Sample } from '../../parts/sample.tsx'
import { State } from '../../parts/state.tsx'
import { formatUrl, goTo } from '../../shell/router.ts'

export function RequestPage({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { value, error } = useLoaded(
    () => control('GET /_sandbox/requests/{request_id}', { path: { request_id: id }, query: { secrets: isOpen ? 'shown' : 'masked' } }),
    [id, isOpen],
  )
  const resending = useTask()
  const resend = () =>
    resending.run(async () => {
      const { request } = await control('POST /_sandbox/requests/{request_id}/resend', { path: { request_id: id } })
      goTo(formatUrl(['requests', request.summary.request_id]))
    })
  const detail = value?.request
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumbs">
        <a href="#/requests">Requests</a>
        <a href={location.hash} aria-current="page">
          {id}
        </a>
      </nav>
      {!detail && <h1>{error ? 'Request not found' : 'Request'}</h1>}
      <Failed error={error ?? resending.error} />
      {detail && (
        <>
          <Head detail={detail} isOpen={isOpen} onSecrets={() => setOpen(!isOpen)} onResend={resend} />
          <ErrorReason detail={detail} />
          <section>
            <h2>Changes</h2>
            <Changes changes={detail.changes} />
          </section>
          <div class="split">
            <Message title="Request" message={detail.request} />
            <Message title="Response" message={detail.response} />
          </div>
          <CodeSamples detail={detail} />
        </>
      )}
    </>
  )
}

interface HeadProps {
  readonly detail: RequestDetail
  readonly isOpen: boolean
  readonly onSecrets: () => void
  readonly onResend: () => void
}

function Head({ detail: { summary }, isOpen, onSecrets, onResend }: HeadProps) {
  const { method, path, status, operation, caller, duration_ms: duration = 0, at } = summary
  return (
    <>
      <div class="head">
        <h1>
          {method} {path}
        </h1>
        <State text={String(status)} />
        <button type="button" onClick={onResend}>
          Resend
        </button>
        {operation !== null && (
          <a class="button" href={formatUrl(['faults'], { operation, ...(status >= 400 && { status: String(status) }) })}>
            Add fault
          </a>
        )}
        <button type="button" onClick={onSecrets}>
          {isOpen ? 'Mask secrets' : 'Show secrets'}
        </button>
      </div>
      <p>
        {operation ?? 'unknown operation'} · {caller ? `${caller.account} (${caller.kind})` : 'anonymous'} · {duration.toFixed(1)} ms ·{' '}
        {new Date(at).toISOString()}
      </p>
    </>
  )
}

function ErrorReason({ detail: { why } }: { readonly detail: RequestDetail }) {
  if (!why) return null
  return (
    <section class="error" role="note">
      <b>Error ({why.rule.replaceAll('_', ' ')}):</b> {why.message}
      {why.findings.length > 0 && (
        <ul>
          {why.findings.map(({ place, pointer, message }) => (
            <li key={`${place} ${pointer} ${message}`}>
              <code>{`${place}${pointer}`}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {why.reference !== null && <ReferenceLink page={why.reference} />}
    </section>
  )
}

/** Link to the reference, with the command that serves it if it is local. */
function ReferenceLink({ page }: { readonly page: string }) {
  const { value } = useLoaded(requestInfo, [])
  if (!value) return null
  const url = new URL(page, value.reference_url)
  return (
    <p>
      <a href={url.href} target="_blank" rel="noopener noreferrer">
        Open in the reference
      </a>
      {url.hostname === '127.0.0.1' && (
        <small>
          {' '}
          (start it with <code>npx @spindrift/reference</code>)
        </small>
      )}
    </p>
  )
}

function Message({ title, message: { headers, body } }: { readonly title: string; readonly message: RequestDetail['request'] }) {
  return (
    <section>
      <h2>{title}</h2>
      <details>
        <summary>{Object.keys(headers).length} headers</summary>
        <Rows rows={Object.entries(headers)} />
      </details>
      {body ? <Content body={body} title={title} /> : <p class="none">No body</p>}
    </section>
  )
}

function Content({ body, title }: { readonly body: NonNullable<RequestDetail['request']['body']>; readonly title: string }) {
  const { text, cut, base64, type, bytes } = body
  const value = !cut && !base64 && type.includes('json') ? parseJson(text) : undefined
  return (
    <>
      <small>{`${type}, ${bytes.toLocaleString('en')} bytes${cut ? ', truncated' : ''}${base64 ? ', as Base64' : ''}`}</small>
      {value === undefined ? (
        <pre role="group" tabIndex={0} aria-label={`Body of the ${title.toLowerCase()}`}>
          {text}
        </pre>
      ) : (
        <Json value={value} label={`Body of the ${title.toLowerCase()}`} />
      )}
    </>
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The request as curl and as client code. */
function CodeSamples({ detail: { summary, request } }: { readonly detail: RequestDetail }) {
  const operation = useSpecification()?.operations[summary.operation ?? '']
  if (!operation) return null
  const pattern = new RegExp(`^${operation.path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`)
  const ids = (pattern.exec(summary.path) ?? []).slice(1).map((id) => decodeURIComponent(id))
  const body = request.body && !request.body.base64 ? (parseJson(request.body.text) ?? request.body.text) : undefined
  const query = Object.fromEntries(new URLSearchParams(summary.query))
  return (
    <section>
      <h2>Code samples</h2>
      <Sample call={{ operation, ids, address: `${summary.path}${summary.query}`, query, body, media: request.body?.type }} />
    </section>
  )
}
