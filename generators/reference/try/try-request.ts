/** Builds the request of the "Try it" form. */

/** Form data in the page of an operation. */
export interface TryForm {
  readonly method: string
  readonly path: string
  /** Base URL of the API in the local sandbox. */
  readonly base: string
  /** Required secret of the sandbox. */
  readonly secret?: 'token' | 'key'
  readonly deprecated?: true
  readonly parameters?: readonly TryParameter[]
  readonly body?: TryBody
  /** Path template to read the changed resource, with the same path parameters. */
  readonly readPath?: string
}

export interface TryParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: true
  readonly deprecated?: true
  readonly value?: string
  /** Comma-separated values are sent as repeated parameters. */
  readonly repeats?: true
}

export interface TryBody {
  readonly type: string
  readonly value?: unknown
}

/** Values of the form fields. */
export interface FormValues {
  readonly origin: string
  readonly secret: string
  /** Parameter values by name. */
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

export interface TryRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export function createRequest(form: TryForm, formValues: FormValues): TryRequest {
  const { method, parameters = [], body, secret } = form
  const values = parameters.flatMap((parameter) => {
    const text = formValues.values[parameter.name] ?? ''
    return text === '' ? [] : [{ ...parameter, text }]
  })
  const query = new URLSearchParams(
    values.flatMap(({ name, in: location, repeats, text }) =>
      location === 'query' ? (repeats ? text.split(',') : [text]).map((value): [string, string] => [name, value.trim()]) : [],
    ),
  ).toString()
  const own = values.flatMap(({ name, in: location, text }): [string, string][] =>
    location === 'header' ? [[name.toLowerCase(), text]] : [],
  )
  return {
    url: `${locate(form.path, form, formValues)}${query === '' ? '' : `?${query}`}`,
    method: method.toUpperCase(),
    headers: {
      ...(secret !== undefined && formValues.secret !== '' && { authorization: `Bearer ${formValues.secret}` }),
      ...(body && formValues.body !== '' && { 'content-type': body.type }),
      ...Object.fromEntries(own),
    },
    ...(body && formValues.body !== '' && { body: body.type === formType ? encodeForm(formValues.body) : formValues.body }),
  }
}

/** Builds the request that reads the changed resource. */
export function createRead(form: TryForm, formValues: FormValues): TryRequest | undefined {
  if (form.readPath === undefined) return undefined
  const { headers } = createRequest({ ...form, body: { type: '' } }, { ...formValues, body: '' })
  return { url: locate(form.readPath, form, formValues), method: 'GET', headers }
}

/** Prints a request as a curl command. The secret is a variable. */
export function printCurl({ url, method, headers, body }: TryRequest, { secret: kind }: TryForm): string {
  const variable = kind === 'key' ? 'SPINDRIFT_MODEL_ACCESS_KEY' : 'SPINDRIFT_TOKEN'
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) =>
      name === 'authorization' ? `-H "authorization: Bearer $${variable}"` : `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

const formType = 'application/x-www-form-urlencoded'

function locate(template: string, { base }: TryForm, { origin, values }: FormValues): string {
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return `${origin.replace(/\/+$/, '')}${new URL(base).pathname.replace(/\/$/, '')}${path}`
}

/** Converts the JSON body of the form to a URL-encoded one. */
function encodeForm(text: string): string {
  return new URLSearchParams(
    Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>).map(([name, value]) => [name, String(value)]),
  ).toString()
}
