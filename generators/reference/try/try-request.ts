/** What a reader fills in and sends from the page of an operation. */

/** Written into the page; short, as every page has it. */
export interface TryForm {
  readonly method: string
  readonly path: string
  /** Where the API is on the sandbox of this machine. */
  readonly base: string
  /** Which of the sandbox's secrets lets it in. */
  readonly secret?: 'token' | 'key'
  readonly deprecated?: true
  readonly parameters?: readonly TryParameter[]
  readonly body?: TryBody
  /** What can be read to see what the request changed: another address with the same values in its path. */
  readonly reads?: string
}

export interface TryParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: true
  readonly deprecated?: true
  readonly value?: string
  /** Several values have a comma between them here; sent, the name is repeated. */
  readonly repeats?: true
}

export interface TryBody {
  readonly type: string
  readonly value?: unknown
}

/** What the reader has left in the fields. */
export interface Filled {
  readonly origin: string
  readonly secret: string
  /** By the name of the parameter. */
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

export interface TryRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export function createRequest(form: TryForm, filled: Filled): TryRequest {
  const { method, parameters = [], body, secret } = form
  const given = parameters.flatMap((parameter) => {
    const text = filled.values[parameter.name] ?? ''
    return text === '' ? [] : [{ ...parameter, text }]
  })
  const query = new URLSearchParams(
    given.flatMap(({ name, in: place, repeats, text }) =>
      place === 'query' ? (repeats ? text.split(',') : [text]).map((value): [string, string] => [name, value.trim()]) : [],
    ),
  ).toString()
  const own = given.flatMap(({ name, in: place, text }): [string, string][] => (place === 'header' ? [[name.toLowerCase(), text]] : []))
  return {
    url: `${locate(form.path, form, filled)}${query === '' ? '' : `?${query}`}`,
    method: method.toUpperCase(),
    headers: {
      ...(secret !== undefined && filled.secret !== '' && { authorization: `Bearer ${filled.secret}` }),
      ...(body && filled.body !== '' && { 'content-type': body.type }),
      ...Object.fromEntries(own),
    },
    ...(body && filled.body !== '' && { body: body.type === formType ? encodeForm(filled.body) : filled.body }),
  }
}

/** The address from which the object that the request is about can be read. */
export function createRead(form: TryForm, filled: Filled): TryRequest | undefined {
  if (form.reads === undefined) return undefined
  const { headers } = createRequest({ ...form, body: { type: '' } }, { ...filled, body: '' })
  return { url: locate(form.reads, form, filled), method: 'GET', headers }
}

const formType = 'application/x-www-form-urlencoded'

function locate(template: string, { base }: TryForm, { origin, values }: Filled): string {
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return `${origin.replace(/\/+$/, '')}${new URL(base).pathname.replace(/\/$/, '')}${path}`
}

/** A form is filled in as JSON, like every other body. */
function encodeForm(text: string): string {
  return new URLSearchParams(
    Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>).map(([name, value]) => [name, String(value)]),
  ).toString()
}
