/** Adapts an operation to Prism, and adds HEAD for each GET, as Prism does not derive it. */
import { qualifyReference, isReference, type ApiContext } from './api-context.ts'
import { adaptParameterSchema, adaptSchema } from './adapt-schema.ts'
import { adaptResponse } from './adapt-response.ts'
import type { Header, MockOperation, Named, OrReference, Parameter, RawOperation, RequestBody, Response } from './open-api.ts'

/** Request body of operations without one: clients send `{}` or an object, which the platform ignores. */
export const anyBody = 'AnyBody'

export function adaptOperation(context: ApiContext, method: string, raw: RawOperation): MockOperation {
  return {
    operationId: raw.operationId,
    summary: raw.summary,
    ...(raw.deprecated && { deprecated: true }),
    ...(raw.parameters && { parameters: raw.parameters.map((parameter) => adaptParameterUse(context, parameter)) }),
    ...(raw.requestBody && { requestBody: adaptBody(context, context.resolve(raw.requestBody)) }),
    ...(!raw.requestBody && method !== 'get' && { requestBody: { $ref: `#/components/requestBodies/${anyBody}` } }),
    responses: adaptResponses(context, raw.responses),
    security: adaptSecurity(raw.security ?? context.api.document.security ?? []),
  }
}

/** Removes optional security, as Prism rejects requests with a token of another kind. */
function adaptSecurity(alternatives: MockOperation['security']): MockOperation['security'] {
  return alternatives.some((schemes) => Object.keys(schemes).length === 0) ? [] : alternatives
}

/** Builds HEAD from GET: same parameters, statuses and headers, no body. Headers contain total and page links of a collection. */
export function createHeadOperation(context: ApiContext, raw: RawOperation): MockOperation {
  const { deprecated, parameters, security, responses } = adaptOperation(context, 'get', raw)
  const headResponses = Object.keys(responses).map((status) => {
    const response = context.resolve(raw.responses[status] as OrReference<Response>)
    const { description, headers } = adaptResponse(context, { ...response, content: {} }, [])
    return [status, { description, headers: { ...headers, ...(status.startsWith('2') && describeBody(context, response)) } }]
  })
  return { ...(deprecated && { deprecated }), ...(parameters && { parameters }), responses: Object.fromEntries(headResponses), security }
}

function adaptResponses(context: ApiContext, responses: RawOperation['responses']): MockOperation['responses'] {
  const statuses = Object.keys(responses)
  // Without a 2xx Prism would answer `default` with status 200; without that it takes the first, which is the redirect.
  const redirects = !statuses.some((status) => status.startsWith('2'))
  return Object.fromEntries(
    statuses
      .filter((status) => !(redirects && status === 'default'))
      .map((status) => {
        const response = responses[status] as OrReference<Response>
        return [
          status,
          isReference(response) ? { $ref: qualifyReference(context.api, response.$ref) } : adaptResponse(context, response, [status]),
        ]
      }),
  )
}

/** Additional headers of a HEAD response, from the first JSON example of the body. */
function describeBody(context: ApiContext, response: Response): Named<Header> {
  const adaptedResponse = adaptResponse(context, response, [])
  const [[mediaType, content] = []] = Object.entries(adaptedResponse.content ?? {})
  const [example] = Object.values(response.content?.[mediaType ?? '']?.examples ?? content?.examples ?? {})
  if (mediaType === undefined || example === undefined) return {}
  const { value } = context.resolve(example)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const { meta, links } = (value ?? {}) as { meta?: { total?: unknown }; links?: { pages?: Named<string> } }
  const pages = Object.entries(links?.pages ?? {}).map(([rel, url]) => `<${url}>; rel="${rel}"`)
  return {
    'content-length': { schema: { type: 'integer' }, example: Buffer.byteLength(text) },
    ...(typeof meta?.total === 'number' && { 'x-total-count': { schema: { type: 'integer' }, example: meta.total } }),
    ...(pages.length > 0 && { link: { schema: { type: 'string' }, example: pages.join(', ') } }),
  }
}

function adaptBody(context: ApiContext, body: RequestBody): RequestBody {
  const content = Object.entries(body.content).map(([mediaType, { schema }]) => [
    mediaType,
    schema ? { schema: adaptSchema(context, schema) } : {},
  ])
  return { ...(body.required && { required: true }), content: Object.fromEntries(content) }
}

export function adaptParameterUse(context: ApiContext, parameter: OrReference<Parameter>): OrReference<Parameter> {
  return isReference(parameter) ? { $ref: qualifyReference(context.api, parameter.$ref) } : adaptParameter(context, parameter)
}

export function adaptParameter(context: ApiContext, parameter: Parameter): Parameter {
  const { name, in: location, required, deprecated, style, explode, schema, example } = parameter
  return {
    name,
    in: location,
    ...(required && { required }),
    ...(deprecated && { deprecated }),
    ...(style && { style }),
    // Prism reads a missing `explode` as false; OpenAPI as true for a query.
    ...(location === 'query' && { explode: explode ?? (style === undefined || style === 'form') }),
    ...(schema && { schema: adaptParameterSchema(context, schema) }),
    ...(example !== undefined && { example }),
  }
}
