/** Makes requests out of the specification's own examples, in the form that the client takes. */
import type { MediaType, Operation } from '../../../generators/model/api-model.ts'

export interface SampleRequest {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Every parameter has its example; the body is the first one. */
export function buildRequest(operation: Operation): SampleRequest {
  const content = sentContent(operation)
  const value = content?.examples[0]?.value
  const body = content?.schema.format === 'binary' ? new TextEncoder().encode(String(value)) : value
  return {
    ...collect(operation, 'path'),
    ...collect(operation, 'query'),
    ...collect(operation, 'header'),
    ...(body !== undefined && { body }),
  }
}

/** The one of a body's media types that the client sends. */
export function sentContent({ body }: Operation): MediaType | undefined {
  return body?.content.find(({ mediaType }) => mediaType === 'application/json') ?? body?.content[0]
}

function collect(operation: Operation, place: 'path' | 'query' | 'header'): SampleRequest {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place && parameter.example !== undefined)
  return parameters.length === 0 ? {} : { [place]: Object.fromEntries(parameters.map(({ name, example }) => [name, example])) }
}
