/** Adapts a response to Prism: every body gets named examples, and unused fields are removed. */
import { qualifyReference, isReference, type ApiContext } from './api-context.ts'
import { adaptSchema } from './adapt-schema.ts'
import type { Header, MediaType, Named, OrReference, Response, Example } from './open-api.ts'
import { sampleSchema } from './sample-schema.ts'
import { isJson, emitTextBody } from './emit-text-body.ts'

/** Standard example name of each error status. */
const errorNames: Named<string> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'unprocessable_entity',
  429: 'too_many_requests',
  500: 'server_error',
  501: 'not_implemented',
  default: 'unexpected',
}

/** @param statuses statuses under which the response is used; several for a shared one */
export function adaptResponse(context: ApiContext, response: Response, statuses: readonly string[]): Response {
  const headers = adaptHeaders(context, response.headers)
  const content = Object.entries(response.content ?? {}).map(([name, mediaType]) => [
    name,
    adaptMediaType(context, name, mediaType, statuses),
  ])
  return {
    description: response.description,
    ...(headers && { headers }),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  }
}

function adaptMediaType(context: ApiContext, name: string, raw: MediaType, statuses: readonly string[]): MediaType {
  const namedExamples = nameExamples(context, raw)
  const [first] = Object.values(namedExamples)
  const standard = statuses.flatMap((status) => errorNames[status] ?? []).filter((errorName) => !(errorName in namedExamples))
  const fallback = first ?? { value: raw.schema ? sampleSchema(context, raw.schema) : '' }
  const added = standard.length > 0 ? standard : first ? [] : ['example']
  const examples = { ...namedExamples, ...Object.fromEntries(added.map((addedName) => [addedName, fallback])) }
  return isJson(name)
    ? {
        ...(raw.schema && { schema: adaptSchema(context, raw.schema) }),
        examples: mapValues(examples, (example) => qualifyExample(context, example)),
      }
    : {
        schema: { type: 'string' },
        examples: mapValues(examples, (example) => ({ value: emitTextBody(name, context.resolve(example).value) })),
      }
}

function nameExamples(context: ApiContext, raw: MediaType): Named<OrReference<Example>> {
  if (raw.examples) return raw.examples
  if (raw.example !== undefined) return { example: { value: raw.example } }
  const [value] = (raw.schema && context.resolve(raw.schema).examples) ?? []
  return value === undefined ? {} : { example: { value } }
}

function qualifyExample(context: ApiContext, example: OrReference<Example>): OrReference<Example> {
  return isReference(example) ? { $ref: qualifyReference(context.api, example.$ref) } : { value: example.value }
}

function adaptHeaders(context: ApiContext, headers: Response['headers']): Response['headers'] {
  return (
    headers &&
    mapValues(headers, (header) =>
      isReference(header) ? { $ref: qualifyReference(context.api, header.$ref) } : adaptHeader(context, header),
    )
  )
}

/** Adds an example to each header, as Prism sends `null` without one. */
export function adaptHeader(context: ApiContext, header: Header): Header {
  const { required, schema = { type: 'string' } } = header
  return {
    ...(required && { required }),
    schema: adaptSchema(context, context.resolve(schema)),
    example: header.example ?? sampleSchema(context, schema),
  }
}

function mapValues<T, U>(record: Named<T>, change: (value: T) => U): Named<U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
