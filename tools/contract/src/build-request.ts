/** Builds client requests from the examples of the specification. */
import type { MediaType, Operation } from '../../../generators/model/api-model.ts'

export interface SampleRequest {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Uses the example of every parameter and the first body. */
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

/** Returns the media type that the client sends. */
export function sentContent({ body }: Operation): MediaType | undefined {
  return body?.content.find(({ mediaType }) => mediaType === 'application/json') ?? body?.content[0]
}

function collect(operation: Operation, location: 'path' | 'query' | 'header'): SampleRequest {
  const parameters = operation.parameters.filter((parameter) => parameter.in === location && parameter.example !== undefined)
  return parameters.length === 0 ? {} : { [location]: Object.fromEntries(parameters.map(({ name, example }) => [name, example])) }
}
