/** Cross-origin requests of browsers, by the CORS rules of a bucket. */
import type { IncomingMessage } from 'node:http'
import type { CorsRule } from './config.ts'
import { matchesPattern } from './policy.ts'

/** Headers of the reply to a preflight request; undefined if no rule allows it. */
export function evaluatePreflight(
  rules: readonly CorsRule[],
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> | undefined {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': wanted = '' } = headers
  if (origin === undefined || method === undefined) return undefined
  const names = wanted.toLowerCase().match(/[^\s,]+/g) ?? []
  const rule = findRule(rules, origin, method, names)
  if (!rule) return undefined
  return {
    ...formatRule(rule, origin),
    ...(wanted !== '' && { 'access-control-allow-headers': wanted }),
    ...(rule.maxAge !== undefined && { 'access-control-max-age': String(rule.maxAge) }),
  }
}

/** Headers of the reply to a request from a page. */
export function formatCors(
  rules: readonly CorsRule[] | undefined,
  { method = '', headers: { origin = '' } }: IncomingMessage,
): Record<string, string> {
  const rule = origin === '' ? undefined : rules && findRule(rules, origin, method, [])
  return rule ? formatRule(rule, origin) : {}
}

function findRule(rules: readonly CorsRule[], origin: string, method: string, names: readonly string[]): CorsRule | undefined {
  return rules.find(
    ({ origins, methods, headers }) =>
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
