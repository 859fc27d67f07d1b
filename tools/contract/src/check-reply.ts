/** Checks a reply against the specification for its status and collects all findings. */
import { createMessagePattern, loadObservedRows } from '@spindrift/testing/observed-rows'
import type { MediaType, Reply } from '../../../generators/model/api-model.ts'
import type { SchemaObject } from '../../../generators/model/json-schema.ts'
import { resolve } from '../../../generators/model/resolve.ts'
import { isObject } from './is-object.ts'
import type { OperationEntry } from './load-specification.ts'
import { parseEvents } from './parse-events.ts'
import { createSchemaValidator, type SchemaValidator } from './schema-validator.ts'

export interface ReceivedReply {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON, text or bytes; undefined without a body. */
  readonly body: unknown
}

/** Returns one line for each violation. */
export function checkReply(entry: OperationEntry, received: ReceivedReply): string[] {
  const { replies } = entry.operation
  const validator = createSchemaValidator(entry.api)
  const reply = replies.find(({ status }) => status === String(received.status)) ?? replies.find(({ status }) => status === 'default')
  if (!reply) return [`status ${received.status} is not documented; expected one of ${replies.map(({ status }) => status).join(', ')}`]
  return [
    ...checkHeaders(entry, reply, received.headers, validator),
    ...checkContent(reply, received, validator),
    ...checkNotFound(received),
  ]
}

/** Messages of the platform. They take precedence over the words that clients look for. */
const recordedMessages = loadObservedRows().flatMap(({ status, message }) =>
  status === '404' && message !== '' ? [createMessagePattern(message)] : [],
)

/** Requires the words by which clients recognize a deleted object, for example while they wait for its removal. */
function checkNotFound({ status, body }: ReceivedReply): string[] {
  const message = status === 404 && isObject(body) ? body['message'] : undefined
  if (typeof message !== 'string' || /not found|does not exist/i.test(message)) return []
  if (recordedMessages.some((pattern) => pattern.test(message))) return []
  return [`404: expected a message with "not found" or "does not exist", got "${message}"`]
}

/** Checks a HEAD reply: the headers of GET and no body. */
export function checkHeadReply(entry: OperationEntry, received: ReceivedReply): string[] {
  const reply = entry.operation.replies.find(({ status }) => status === String(received.status))
  if (!reply) return [`HEAD: status ${received.status} is not documented`]
  return [
    ...checkHeaders(entry, reply, received.headers, createSchemaValidator(entry.api)),
    ...(received.body === undefined || received.body === '' ? [] : ['HEAD: expected no body']),
  ]
}

export interface RawHeader {
  readonly required?: boolean
  readonly schema?: SchemaObject
  readonly example?: unknown
}
type RawHeaders = Readonly<Record<string, RawHeader | { readonly $ref: string }>>

function checkHeaders(entry: OperationEntry, reply: Reply, headers: Headers, { validateText }: SchemaValidator): string[] {
  return Object.entries(parseHeaders(entry, reply)).flatMap(([name, { required = false, schema }]) => {
    const value = headers.get(name)
    if (value === null) return required ? [`header ${name} is missing`] : []
    // Only properties of an object are coerced from text.
    const faults = schema ? validateText({ type: 'object', properties: { [name]: schema } }, { [name]: value }) : []
    return faults.map((fault) => `header ${fault}`)
  })
}

/** Reads the header schemas from the bundle; the model has only their names. */
export function parseHeaders({ api, operation }: OperationEntry, { status }: Reply): Readonly<Record<string, RawHeader>> {
  const { document } = api
  const raw = document.paths[operation.path]?.[operation.method] as { readonly responses: Readonly<Record<string, object>> }
  const response = resolve<{ readonly headers?: RawHeaders }>(document, raw.responses[status] ?? {}, operation.source)
  return Object.fromEntries(
    Object.entries(response.headers ?? {}).map(([name, header]) => [name, resolve<RawHeader>(document, header, operation.source)]),
  )
}

function checkContent(reply: Reply, { headers, body }: ReceivedReply, validator: SchemaValidator): string[] {
  const type = headers.get('content-type')
  if (reply.content.length === 0) return body === undefined ? [] : [`${reply.status}: expected no body, found ${type ?? 'one'}`]
  const plainType = type?.split(';')[0]?.trim().toLowerCase()
  const content = reply.content.find(({ mediaType }) => mediaType === plainType)
  if (!content)
    return [`media type ${type ?? '(none)'} is not documented; expected ${reply.content.map((each) => each.mediaType).join(' or ')}`]
  return checkBody(content, body, validator)
}

/** Checks a body against the schema of its media type. */
function checkBody({ mediaType, schema }: MediaType, body: unknown, { validate }: SchemaValidator): string[] {
  if (mediaType === 'text/event-stream') return checkStream(schema, body, validate)
  const value = body instanceof ArrayBuffer ? new TextDecoder().decode(body) : body
  if (value === undefined || (value === '' && !mediaType.includes('json'))) return [`body of ${mediaType} is empty`]
  return validate(schema, value).map((fault) => `body ${fault}`)
}

/** Checks each event except the final `[DONE]` against `contentSchema`. */
function checkStream({ contentSchema }: SchemaObject, body: unknown, validate: SchemaValidator['validate']): string[] {
  if (typeof body !== 'string') return ['body of text/event-stream is not text']
  if (!contentSchema) return ['the specification gives the stream no contentSchema']
  const { events, faults } = parseEvents(body)
  const chunks = events.at(-1) === '[DONE]' ? events.slice(0, -1) : events
  return [
    ...faults.map((fault) => `stream: ${fault}`),
    ...(chunks.length === events.length ? ['stream does not end with [DONE]'] : []),
    ...(chunks.length === 0 ? ['stream has no chunk'] : []),
    ...chunks.flatMap((chunk, position) => checkChunk(chunk, contentSchema, validate).map((fault) => `chunk ${position} ${fault}`)),
  ]
}

function checkChunk(chunk: string, schema: SchemaObject, validate: SchemaValidator['validate']): string[] {
  try {
    return validate(schema, JSON.parse(chunk))
  } catch (error) {
    return [`is not JSON: ${String(error)}`]
  }
}
