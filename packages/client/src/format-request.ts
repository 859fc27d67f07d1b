/** Serializes a request: URL, headers and body, as strings and plain objects, which is faster than a `Request`. */
import { CloudError } from './errors.ts'
import type { AnyRequest, Target } from './request-types.ts'

export interface SerializedRequest {
  readonly url: string
  readonly body: string | ArrayBuffer | undefined
  readonly contentType?: string
}

/** @throws CloudError for values that cannot be sent, such as a path parameter that would change the path */
export function formatRequest(baseUrl: string, operation: string, { path, facts, ids }: Target, request: AnyRequest): SerializedRequest {
  const query = serializeFields(operation, request.query)
  const url = baseUrl + formatPath(operation, path, request.path, ids) + (query && `?${query}`)
  const { body } = request
  if (body === undefined) return { url, body }
  if (facts.form) return { url, body: serializeFields(operation, body), contentType: 'application/x-www-form-urlencoded' }
  if (Object(body).byteLength !== undefined) return { url, body: body as ArrayBuffer, contentType: 'application/octet-stream' }
  return { url, body: JSON.stringify(body), contentType: 'application/json' }
}

/** Serializes query or form fields: repeats the name for each array value, formats dates as RFC 3339. Smaller than the serializer of openapi-fetch. */
function serializeFields(operation: string, values: unknown): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(Object(values))) {
    for (const each of [value].flat()) {
      if (each === undefined || each === null) continue
      // Dates have `toJSON`; invalid dates return null.
      const plain = (each as Partial<Date>).toJSON?.() ?? each
      if (Object(plain) === plain) throw createRequestError(operation, `parameter "${name}", an object,`)
      parts.push(`${name}=${encodeURIComponent(String(plain))}`)
    }
  }
  return parts.join('&')
}

/** Inserts the path parameters. Rejects empty values, `.` and `..`, which would reach another operation. */
export function formatPath(
  operation: string,
  template: string,
  path: Readonly<Record<string, unknown>> = {},
  names: readonly string[] = template.match(/[^{]+(?=\})/g) ?? [],
): string {
  const invalidParameters: string[] = []
  let filledPath = template
  for (const name of names) {
    const value = path[name]
    const text = String(value ?? '')
    // The message omits objects: a body in place of an id may hold secrets.
    if (Object(value) === value) invalidParameters.push(`"${name}", an object,`)
    else if (/^\.{0,2}$/.test(text)) invalidParameters.push(`"${name}" = ${JSON.stringify(value)}`)
    filledPath = filledPath.replace(`{${name}}`, encodeURIComponent(text))
  }
  if (invalidParameters.length > 0) throw createRequestError(operation, `path parameter ${invalidParameters.join(', ')}`)
  return filledPath
}

/** A header name, a line break, and a Latin-1 value: everything HTTP can carry. */
const header = /^[\w!#-'*+.^`|~-]+\n[\t -~\x80-\xff]*$/

/**
 * Adds headers to those of the client, case-insensitively: later ones win, and `undefined` removes one.
 *
 * @throws CloudError for a header that cannot be sent
 */
export function addHeaders(
  operation: string,
  own: Record<string, string>,
  ...all: readonly (Readonly<Record<string, unknown>> | undefined)[]
): Record<string, string> {
  for (const headers of all) {
    for (const name in headers) {
      const value = headers[name]
      const key = name.toLowerCase()
      const text = String(value).trim()
      // The message omits the value, which may be a secret.
      if (!header.test(`${name}\n${text}`)) throw createRequestError(operation, `header "${name}"`)
      if (value === undefined) delete own[key]
      else own[key] = text
    }
  }
  return own
}

/** Creates the error for an unsendable value. The error of `fetch` would look like a connection failure and cause a retry. */
function createRequestError(operation: string, subject: string): CloudError {
  return new CloudError(`${operation}: ${subject} cannot be sent.`)
}
