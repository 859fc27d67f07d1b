/** Parses and validates the parameters and the body of a request. */
import { Failure } from '../engine/failure.ts'
import { formatNotFound } from '../engine/objects.ts'
import { isRecord } from '../engine/values.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import { check } from '../validation/check.ts'
import { resolveSlugs } from '../validation/resolve-slugs.ts'
import { parseJson, JsonLimitError } from '../validation/parse-json.ts'
import { findValidator } from '../validation/validators.ts'
import type { Filter } from '../engine/request.ts'
import type { CoreRequest } from './messages.ts'

export interface Parameters {
  readonly path: Record<string, string | number>
  readonly query: Record<string, unknown>
  /** Filter name → its further values, from clients that repeat a filter to match any of several values. */
  readonly alternatives?: Readonly<Record<string, readonly Filter[]>>
}

/** @throws Failure 400, 404, 422 */
export function parseParameters(
  operation: Pick<OperationRow, 'id' | 'path' | 'family' | 'parameters' | 'effect' | 'filters' | 'pathResources'>,
  values: readonly string[],
  request: CoreRequest,
): Parameters {
  const path = parsePath(operation, values)
  const query = parseQuery(request.url)
  const isList = operation.effect?.kind === 'lists'
  // Clients send unset filters and page numbers as `tag_name=` and `page=`.
  if (isList) for (const [name, value] of Object.entries(query)) if (value === '') Reflect.deleteProperty(query, name)
  const repeatedParameters = isList ? extractRepeated(query, operation.filters) : []
  const validator = operation.parameters && findValidator('parameters', operation)
  if (!validator) return { path, query }
  // The validator coerces strings to numbers where the schema has numbers; headers stay strings.
  const describeMissing = (parameter: string) => {
    const kind = operation.pathResources?.find(([name]) => name === parameter)?.[1] ?? operation.effect?.resource
    return kind === undefined ? undefined : formatNotFound(kind, String(path[parameter]))
  }
  const checkOne = (one: Parameters['query']) =>
    check(validator, { path, query: one, header: { ...request.headers } }, 'parameters', {}, { describeMissing })
  checkOne(query)
  if (repeatedParameters.length === 0) return { path, query }
  const alternatives = repeatedParameters.map(([name, others]) => {
    const read = (text: string) => {
      const one = { ...query, [name]: text }
      checkOne(one)
      return one[name] as Filter
    }
    return [name, others.map(read)] as const
  })
  return { path, query, alternatives: Object.fromEntries(alternatives) }
}

/** Reduces every repeated filter to its first value, and returns its other values. */
function extractRepeated(query: Parameters['query'], filters: OperationRow['filters'] = {}): (readonly [name: string, others: string[]])[] {
  return Object.keys(filters).flatMap((name) => {
    const values = query[name]
    // A filter named like a list takes all values as one list.
    if (filters[name] === null || filters[name] === `${name}[]` || !Array.isArray(values)) return []
    const [first, ...others] = values as string[]
    query[name] = first
    return [[name, others] as const]
  })
}

/** Decodes the path parameters. @throws Failure 400 */
export function parsePath(operation: Pick<OperationRow, 'path'>, values: readonly string[]): Record<string, string | number> {
  const path: Record<string, string | number> = {}
  if (values.length > 0) {
    const names = listParameterNames(operation)
    for (let n = 0; n < values.length; n += 1) path[names[n] ?? ''] = decode(values[n] ?? '')
  }
  return path
}

const namesByPath = new Map<string, readonly string[]>()

function listParameterNames({ path }: Pick<OperationRow, 'path'>): readonly string[] {
  let names = namesByPath.get(path)
  if (!names) namesByPath.set(path, (names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)))
  return names
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Failure(400, `The path has "${text}", which is not UTF-8 in percent encoding.`)
  }
}

const none: Readonly<Record<string, unknown>> = Object.freeze({})

function parseQuery(url: string): Record<string, unknown> {
  const at = url.indexOf('?')
  if (at === -1 || at === url.length - 1) return { ...none }
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (typeof before === 'string') query[name] = [before, value]
    else before.push(value)
  }
  return query
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Parses the body by its media type; undefined without a body. @throws Failure 400, 415 */
export function parseBody(operation: OperationRow, { headers, body }: CoreRequest): unknown {
  if (!operation.body || body === undefined || body.length === 0) return undefined
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() !== 'identity') throw new Failure(415, `The body is compressed (${coding}); send it as it is.`)
  // Binary operations accept any content type.
  if (acceptsBytes(operation.body)) return body
  const type = (headers['content-type'] ?? operation.body.types[0] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!operation.body.types.includes(type)) {
    throw new Failure(415, `The body is ${type === '' ? 'of no type' : type}; ${operation.id} takes ${operation.body.types.join(' or ')}.`)
  }
  if (type === 'application/json') return pickFields(parseOperationJson(operation, decodeBody(body)), operation.body.fields)
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(decodeBody(body)))
  return body
}

/** Parses JSON; the error message for invalid JSON depends on the API and the family, as on the platform. @throws Failure 400, 422 */
function parseOperationJson({ family, api }: OperationRow, text: string): unknown {
  if (api !== 'control') return parseJsonBody(text)
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) return parseJsonBody(text)
    if (family === 'domains' || family === 'domain-records') throw new Failure(422, 'Request body malformed.')
    const { message } = error
    const isCutOff = message.startsWith('Unexpected end') || message.includes(`at position ${text.length} `)
    throw new Failure(400, `failed to decode body into request: ${isCutOff ? 'unexpected EOF' : message}`)
  }
}

const acceptsBytes = ({ types }: { readonly types: readonly string[] }) => types.includes('application/octet-stream')

/** Drops unknown fields: a client may send an object back as it was read, including fields that the server set. */
function pickFields(body: unknown, fields: readonly string[] | undefined): unknown {
  if (fields === undefined || !isRecord(body)) return body
  const pickedFields: Record<string, unknown> = {}
  for (const field of fields) if (Object.hasOwn(body, field)) pickedFields[field] = body[field]
  return pickedFields
}

/** @throws Failure 400 */
export function decodeBody(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Failure(400, 'The body is not valid UTF-8.')
  }
}

/** @throws Failure 400 */
export function parseJsonBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonLimitError) throw new Failure(400, error.message.replace('It', 'The body'))
    throw new Failure(400, 'The body is not valid JSON.')
  }
}

/** @throws Failure 422 */
export function checkBody(operation: OperationRow, body: unknown, ctx: () => AccountContext): void {
  const row = operation.body
  if (!row) return
  if (body === undefined) {
    // A binary body has no schema; an empty upload was interrupted.
    if (row.required) throw new Failure(acceptsBytes(row) ? 400 : 422, 'body: must be given')
    return
  }
  const validator = findValidator('body', operation) ?? findValidator('form', operation)
  if (!validator || body instanceof Uint8Array) return
  // Clients of the inference APIs omit unset fields, and expect an error for zeros.
  check(validator, body, 'body', row, { findOthers: () => resolveSlugs(row, body, ctx), omitsZeros: operation.api === 'control' })
}
