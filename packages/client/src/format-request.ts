/** Writes what a request has on the wire: URL, headers, body. A string and plain objects, no `Request`, keep a call close to bare `fetch`. */
import { CloudError } from './errors.ts'
import type { AnyRequest, Target } from './request-types.ts'

export interface WrittenRequest {
  readonly url: string
  readonly body: string | ArrayBuffer | undefined
  readonly contentType?: string
}

/** @throws CloudError for what cannot be written, such as a path parameter that would lead elsewhere */
export function formatRequest(baseUrl: string, operation: string, { path, facts }: Target, request: AnyRequest): WrittenRequest {
  const query = serialize(operation, request.query)
  const url = baseUrl + fillPath(operation, path, request.path) + (query && `?${query}`)
  const { body } = request
  if (body === undefined) return { url, body }
  if (facts.form) return { url, body: serialize(operation, body), contentType: 'application/x-www-form-urlencoded' }
  if (Object(body).byteLength !== undefined) return { url, body: body as ArrayBuffer, contentType: 'application/octet-stream' }
  return { url, body: JSON.stringify(body), contentType: 'application/json' }
}

/** An array's values one by one under its name, a date as RFC 3339. openapi-fetch's own for this brings every style of OpenAPI. */
function serialize(operation: string, values: unknown): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(Object(values))) {
    for (const each of [value].flat()) {
      if (each === undefined || each === null) continue
      // A date has this; one that is no date gives nothing.
      const plain = (each as Partial<Date>).toJSON?.() ?? each
      if (Object(plain) === plain) throw refuse(operation, `parameter "${name}", an object,`)
      parts.push(`${name}=${encodeURIComponent(String(plain))}`)
    }
  }
  return parts.join('&')
}

/** An empty value, `.` or `..` would be read as steps in the path and reach another operation. */
export function fillPath(operation: string, template: string, path: Readonly<Record<string, unknown>> = {}): string {
  const wrong: string[] = []
  const filled = template.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = path[name]
    const text = String(value ?? '')
    // An object's values may be secrets, as those of a body are that stands where an id belongs.
    if (Object(value) === value) wrong.push(`"${name}", an object,`)
    else if (/^\.{0,2}$/.test(text)) wrong.push(`"${name}" = ${JSON.stringify(value)}`)
    return encodeURIComponent(text)
  })
  if (wrong.length > 0) throw refuse(operation, `path parameter ${wrong.join(', ')}`)
  return filled
}

/** A name, and a line further a value of Latin-1: what HTTP can carry. */
const header = /^[\w!#-'*+.^`|~-]+\n[\t -~\x80-\xff]*$/

/** Later ones win, in any case; `undefined` takes one away. @throws CloudError for one that cannot be sent */
export function mergeHeaders(
  operation: string,
  ...all: readonly (Readonly<Record<string, unknown>> | undefined)[]
): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const headers of all) {
    for (const name in headers) {
      const value = headers[name]
      const key = name.toLowerCase()
      const text = String(value).trim()
      // Without the value, which may be a secret.
      if (!header.test(`${name}\n${text}`)) throw refuse(operation, `header "${name}"`)
      if (value === undefined) delete merged[key]
      else merged[key] = text
    }
  }
  return merged
}

/** What `fetch` says of these would look like a lost connection, and be tried again. */
function refuse(operation: string, what: string): CloudError {
  return new CloudError(`${operation}: ${what} cannot be sent.`)
}
