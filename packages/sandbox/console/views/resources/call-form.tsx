/** Request form of an operation, with code samples and the response. */
import { useMemo, useState } from 'preact/hooks'
import { type ApiReply, control, describeError, sendApiRequest } from '../../data/requests.ts'
import {
  type FamilyForms,
  fillPath,
  type Form,
  loadForms,
  type Operation,
  parameter,
  type Specification,
} from '../../data/specification.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { useTask } from '../../data/use-task.ts'
import { FormContext } from '../../parts/form-context.ts'
import { Failed } from '../../parts/failed.tsx'
import { Json } from '../../parts/json.tsx'
import { JsonField } from '../../parts/json-field.tsx'
import { type Call, Sample } from '../../parts/sample.tsx'
import { SchemaField } from '../../parts/schema-field.tsx'
import { State } from '../../parts/state.tsx'
import { formatUrl } from '../../shell/router.ts'
import { nameKind } from './name-kind.ts'

interface Props {
  readonly specification: Specification
  readonly id: string
  readonly ids: readonly string[]
  readonly verb: string | undefined
}

export function CallForm({ specification, id, ids, verb }: Props) {
  const operation = specification.operations[id]
  if (!operation) throw new Error(`Unknown operation: ${id}`)
  const { value: forms, error } = useLoaded(() => loadForms(operation.family), [operation.family])
  const form = forms?.operations[id]
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumbs">
        <a href="#/resources">Resources</a>
        {operation.kind && !operation.path.startsWith('/v1') && (
          <a href={formatUrl(['resources', operation.kind])}>{nameKind(specification, operation.kind)}</a>
        )}
        <a href={location.hash} aria-current="page">
          {id}
        </a>
      </nav>
      <div class="head">
        <h1>{operation.summary}</h1>
      </div>
      <Failed error={error} />
      {forms && form && <RequestForm operation={operation} form={form} forms={forms} ids={ids} verb={verb} />}
    </>
  )
}

interface RequestFormProps {
  readonly operation: Operation
  readonly form: Form
  readonly forms: FamilyForms
  readonly ids: readonly string[]
  readonly verb: string | undefined
}

function RequestForm({ operation, form, forms, ids, verb }: RequestFormProps) {
  const names = [...operation.path.matchAll(parameter)].map(([place]) => place.slice(1, -1))
  const [path, setPath] = useState<readonly string[]>(names.map((_, at) => ids[at] ?? ''))
  const [query, setQuery] = useState<Readonly<Record<string, unknown>>>({})
  const [body, setBody] = useState<unknown>(() => createInitialBody(form, verb))
  const [reply, setReply] = useState<ApiReply>()
  const [findings, setFindings] = useState<FormContext['findings']>(new Map())
  const { run, isBusy, error } = useTask()
  const context = useMemo(() => ({ family: operation.family, schemas: forms.schemas, findings }), [operation, forms, findings])
  const call = createCall(operation, form, path, query, body)
  const send = (event: Event) => {
    event.preventDefault()
    run(async () => {
      const { method, key } = operation
      const next = await sendApiRequest({ method, path: call.address, body: call.body, media: call.media, key })
      setReply(next)
      setFindings(next.status >= 400 ? await loadFindings(next) : new Map())
    })
  }
  return (
    <div class="split">
      <form onSubmit={send}>
        {names.map((name, at) => (
          <label key={name}>
            <span>
              {name} <em>required</em>
            </span>
            <input value={path[at]} required onInput={(event) => setPath(path.with(at, event.currentTarget.value))} />
          </label>
        ))}
        <FormContext.Provider value={context}>
          <Query form={form} query={query} onChange={setQuery} />
          {form.body && <Body form={form.body} value={body} onChange={setBody} />}
        </FormContext.Provider>
        <button type="submit" class={operation.method === 'DELETE' ? 'main danger' : 'main'} disabled={isBusy}>
          {isBusy ? 'Sending …' : `Send ${operation.method}`}
        </button>
      </form>
      <div>
        <Sample call={call} />
        <Failed error={error} />
        {reply && <Response reply={reply} />}
      </div>
    </div>
  )
}

/** Messages of an error response, by the place of the wrong value. */
async function loadFindings({ id, body }: ApiReply): Promise<FormContext['findings']> {
  const { request } = await control('GET /_sandbox/requests/{request_id}', { path: { request_id: id } })
  const findings = request.why?.findings ?? []
  if (findings.length > 0) return new Map(findings.map(({ place, pointer, message }) => [`${place}${pointer}`, message]))
  // Rules of the platform about existing resources name the field in front of the message.
  const [, field = '', message = ''] = /^(\w+): (.*)/s.exec(String((Object(body) as { message?: unknown }).message)) ?? []
  return new Map([[`body/${field}`, message]])
}

function createInitialBody({ body }: Form, verb: string | undefined): unknown {
  if (!body) return undefined
  const values = body.examples.map(({ value }) => value)
  if (verb === undefined) return values[0] ?? {}
  return values.find((value) => (Object(value) as { type?: unknown }).type === verb) ?? { type: verb }
}

function createCall(
  operation: Operation,
  form: Form,
  path: readonly string[],
  query: Readonly<Record<string, unknown>>,
  body: unknown,
): Call {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = String(new URLSearchParams(entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)])))
  return {
    operation,
    ids: path,
    address: `${fillPath(operation.path, path)}${search === '' ? '' : `?${search}`}`,
    query: Object.fromEntries(entries),
    ...(form.body && { body, media: form.body.media }),
  }
}

interface QueryProps {
  readonly form: Form
  readonly query: Readonly<Record<string, unknown>>
  readonly onChange: (query: Readonly<Record<string, unknown>>) => void
}

function Query({ form, query, onChange }: QueryProps) {
  const fields = form.parameters.filter((each) => each.in === 'query')
  if (fields.length === 0) return null
  return (
    <details open={fields.some(({ required }) => required)}>
      <summary>Query parameters ({fields.length})</summary>
      {fields.map(({ name, schema, required = false, description }) => (
        <SchemaField
          key={name}
          name={name}
          location={`query/${name}`}
          schema={{ ...schema, description }}
          isRequired={required}
          value={query[name]}
          onChange={(value) => onChange({ ...query, [name]: value })}
        />
      ))}
    </details>
  )
}

interface BodyProps {
  readonly form: NonNullable<Form['body']>
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function Body({ form, value, onChange }: BodyProps) {
  const [isText, setText] = useState(form.media !== 'application/json')
  const [version, setVersion] = useState(0)
  const selectExample = (at: number) => {
    onChange(form.examples[at]?.value ?? {})
    setVersion(version + 1)
  }
  return (
    <fieldset class="body">
      <legend>Body</legend>
      <div class="tools">
        {form.examples.length > 1 && (
          <select aria-label="Example" onChange={(event) => selectExample(Number(event.currentTarget.value))}>
            {form.examples.map(({ name }, at) => (
              <option key={name} value={at}>
                {name}
              </option>
            ))}
          </select>
        )}
        <button type="button" class="small" aria-pressed={isText} onClick={() => setText(!isText)}>
          {isText ? 'Form' : 'JSON'}
        </button>
      </div>
      {isText ? (
        <JsonField key={version} label="Body as JSON" rows={16} value={value} onChange={onChange} />
      ) : (
        <SchemaField key={version} name="" location="body" schema={form.schema} isRequired value={value} onChange={onChange} />
      )}
    </fieldset>
  )
}

function Response({ reply }: { readonly reply: ApiReply }) {
  const { status, body, id, milliseconds } = reply
  return (
    <section class="reply" aria-live="polite">
      <h2>
        <State text={String(status)} /> <small>{Math.round(milliseconds)} ms</small>
      </h2>
      {status >= 400 && (
        <p class="error" role="alert">
          {describeError(status, body)}
        </p>
      )}
      {id !== '' && <a href={formatUrl(['requests', id])}>Open in the request log</a>}
      {body !== undefined && <Json value={body} label="Response" />}
    </section>
  )
}
