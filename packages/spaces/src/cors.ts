/** Cross-origin requests of browsers, by the CORS rules of a bucket. */
import type { IncomingMessage } from 'node:http'
import type { CorsRule } from './config.ts'
import { S3Error } from './errors.ts'
import { matchesPattern } from './policy.ts'
import type { S3Reply, S3Request } from './request.ts'

/** Replies to a preflight request. @throws S3Error AccessDenied when no rule allows it */
export function preflight(rules: readonly CorsRule[] = [], headers: S3Request['headers']): S3Reply {
  const { origin = '', 'access-control-request-method': method = '', 'access-control-request-headers': requestedHeaders } = headers
  const rule = findRule(rules, origin, method, requestedHeaders?.toLowerCase().match(/[^\s,]+/g) ?? [])
  if (!rule) throw new S3Error('AccessDenied', 'CORSResponse: This CORS request is not allowed.')
  return {
    headers: { ...formatRule(rule, origin), 'access-control-allow-headers': requestedHeaders, 'access-control-max-age': rule.maxAge },
  }
}

/** Headers of the reply to a request from a page. */
export function formatCors(rules: readonly CorsRule[] = [], { method = '', headers }: IncomingMessage): Record<string, string> {
  const { origin = '' } = headers
  const rule = findRule(rules, origin, method, [])
  return rule ? formatRule(rule, origin) : {}
}

function findRule(rules: readonly CorsRule[], origin: string, method: string, names: readonly string[]): CorsRule | undefined {
  return rules.find(
    ({ origins, methods, headers }) =>
      origin !== '' &&
      methods.includes(method) &&
      origins.some((pattern) => matchesPattern(pattern, origin)) &&
      names.every((name) => headers.some((pattern) => matchesPattern(pattern.toLowerCase(), name))),
  )
}

function formatRule({ origins, methods, exposed }: CorsRule, origin: string): Record<string, string> {
  const isOpen = origins.includes('*')
  return {
    'access-control-allow-origin': isOpen ? '*' : origin,
    'access-control-allow-methods': methods.join(', '),
    ...(!isOpen && { 'access-control-allow-credentials': 'true' }),
    ...(exposed.length > 0 && { 'access-control-expose-headers': exposed.join(', ') }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  }
}
