/** Parses the parameters of a token request from the query, a form or JSON; each may come from one place only. */
import type { UntypedCall } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import { isRecord } from '../engine/values.ts'
import { decodeBody, parseJsonBody } from '../http/parse-request.ts'
import { invalidRequest } from './oauth-failure.ts'
import { findRepeated, listParameters, parseQuery } from './parameters.ts'

export type TokenParameters = ReadonlyMap<string, string>

const credentials = ['client_id', 'client_secret']

/** Credentials may be in the query while the body has the other parameters; those must all be in one place. @throws OAuthFailure invalid_request */
export function parseTokenParameters(call: UntypedCall, names: readonly string[]): TokenParameters {
  const known = new Set([...names, ...credentials])
  const query = pickKnown(listParameters(parseQuery(call.url)), known, 'query')
  const body = parseBody(call, known)
  for (const name of query.keys()) {
    if (body.has(name)) throw invalidRequest(`${name}: given in the query and in the body`)
    if (body.size > 0 && !credentials.includes(name)) throw invalidRequest(`${name}: given in the query, while there is a body for it`)
  }
  return new Map([...query, ...body])
}

/** @throws OAuthFailure invalid_request */
export function parseBody(call: UntypedCall, known: ReadonlySet<string>): TokenParameters {
  const { operation, headers, rawBody } = call
  if (rawBody === undefined || rawBody.length === 0) return new Map()
  const types = operation.body?.types ?? []
  const type = (headers['content-type'] ?? types[0] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!types.includes(type)) throw new Failure(415, `The body is ${type || 'of no type'}; ${operation.id} takes ${types.join(' or ')}.`)
  const text = decodeBody(rawBody)
  return type === 'application/json' ? parseJson(text, known) : pickKnown(listParameters(text), known, 'body')
}

function pickKnown(parameters: ReturnType<typeof listParameters>, known: ReadonlySet<string>, location: string): TokenParameters {
  const [repeatedName] = findRepeated(parameters, known)
  if (repeatedName !== undefined) throw invalidRequest(`${repeatedName}: given more than once in the ${location}`)
  return new Map(parameters.flatMap(({ name, value }) => (known.has(name) ? [[name, value] as const] : [])))
}

function parseJson(text: string, known: ReadonlySet<string>): TokenParameters {
  const value = parseJsonBody(text)
  if (!isRecord(value)) throw invalidRequest('body: must be an object')
  return new Map(
    Object.entries(value).flatMap(([name, item]) => {
      if (!known.has(name)) return []
      if (typeof item !== 'string') throw invalidRequest(`${name}: must be a text`)
      return [[name, item] as const]
    }),
  )
}

/** @throws OAuthFailure invalid_request */
export function requireParameter(parameters: TokenParameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined || value === '') throw invalidRequest(`${name}: must be given`)
  return value
}
