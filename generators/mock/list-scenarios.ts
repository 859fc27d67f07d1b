/** Lists the scenarios of the mock: a valid request for every operation, and each available response, from the adapted document. */
import type { Operation } from '../model/api-model.ts'
import type { ApiContext } from './api-context.ts'
import type { MockDocument, MockOperation, OrReference, Response } from './open-api.ts'
import { isJson } from './emit-text-body.ts'

export interface ScenarioGroup {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly request: SampleRequest
  readonly replies: readonly { readonly status: string; readonly mediaType: string | null; readonly examples: readonly string[] }[]
}

export interface SampleRequest {
  /** Path with parameters, and required query parameters. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Value of a JSON body, or text. */
  readonly body?: unknown
}

export function listScenarios(context: ApiContext, document: MockDocument): ScenarioGroup[] {
  return context.api.families
    .flatMap((family) => family.operations)
    .map((operation) => {
      const adaptedOperation = document.paths[operation.path]?.[operation.method] as MockOperation
      return {
        operation: operation.id,
        method: operation.method.toUpperCase(),
        path: operation.path,
        request: sampleRequest(operation, adaptedOperation),
        replies: Object.entries(adaptedOperation.responses).flatMap(([status, response]) => listReplies(document, status, response)),
      }
    })
}

function listReplies(document: MockDocument, status: string, use: OrReference<Response>): ScenarioGroup['replies'] {
  const response = '$ref' in use ? (document.components.responses[use.$ref.split('/').at(-1) ?? ''] as Response) : use
  const content = Object.entries(response.content ?? {})
  if (content.length === 0) return [{ status, mediaType: null, examples: [] }]
  return content.map(([mediaType, { examples = {} }]) => ({ status, mediaType, examples: Object.keys(examples) }))
}

function sampleRequest(operation: Operation, adaptedOperation: MockOperation): SampleRequest {
  const usedParameters = operation.parameters.filter((parameter) => parameter.required || parameter.in === 'path')
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(usedParameters.find((each) => each.name === name)?.example)),
  )
  const query = usedParameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, example, explode }) => {
      const values = Array.isArray(example) ? (explode ? example : [example.join(',')]) : [example]
      return values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    })
  const [content] = operation.body?.content.toSorted((a, b) => Number(isJson(b.mediaType)) - Number(isJson(a.mediaType))) ?? []
  const body = content?.examples[0]?.value
  return {
    target: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: {
      ...sampleAuthorization(adaptedOperation),
      ...Object.fromEntries(usedParameters.filter((each) => each.in === 'header').map(({ name, example }) => [name, String(example)])),
      ...(content && body !== undefined && { 'content-type': content.mediaType }),
    },
    ...(content && body !== undefined && { body: encodeBody(content.mediaType, body) }),
  }
}

function encodeBody(mediaType: string, body: unknown): unknown {
  if (isJson(mediaType) || typeof body === 'string') return body
  if (mediaType === 'application/x-www-form-urlencoded') return new URLSearchParams(body as Record<string, string>).toString()
  return JSON.stringify(body)
}

/** Sample credentials: Prism checks only their format. */
function sampleAuthorization({ security }: MockOperation): { authorization?: string } {
  const [first] = security
  if (!first) return {}
  return { authorization: 'clientCredentials' in first ? `Basic ${Buffer.from('client:secret').toString('base64')}` : 'Bearer any-token' }
}
