/** Emits one line for an operation, without default properties. */
import type { Effect, MediaType, Operation, RateLimit, Reply } from '../model/api-model.ts'
import { isUndocumented } from '../kit/describe-provenance.ts'
import { cleanText } from './clean-text.ts'
import { describeSchema } from './describe-schema.ts'

type Security = Operation['security']

/** @param inherited the security of the API, which read operations use */
export function emitOperation(operation: Operation, inherited: Security): string {
  return [
    `${operation.method.toUpperCase()} ${operation.path}`,
    operation.id,
    ...emitMarks(operation),
    ...emitParameters(operation, 'query'),
    ...emitParameters(operation, 'header'),
    ...emitBody(operation),
    operation.replies.filter(isSuccess).map(emitReply).join(', '),
    operation.replies
      .filter((reply) => !isSuccess(reply) && reply.status !== 'default')
      .map(({ status }) => status)
      .join(' '),
    ...(operation.effect ? [emitEffect(operation.effect)] : []),
    ...emitAction(operation),
    ...operation.rateLimits.map(emitRateLimit),
    ...emitTool(operation),
    ...emitSecurity(operation, inherited),
    operation.scopes.join(' '),
  ]
    .map(cleanText)
    .filter((part) => part !== '')
    .join(' · ')
}

function emitMarks({ deprecated, deprecation, provenance, renamedFrom, sameAs }: Operation): string[] {
  return [
    ...(deprecated ? [`deprecated${deprecation?.sunset === undefined ? '' : ` until ${deprecation.sunset}`}`] : []),
    ...(isUndocumented(provenance) ? ['undocumented'] : []),
    ...(renamedFrom ? [`renamed from ${renamedFrom}`] : []),
    ...(sameAs ? [`same as ${sameAs}`] : []),
  ]
}

function emitParameters({ parameters }: Operation, location: 'query' | 'header'): string[] {
  const names = parameters
    .filter((parameter) => parameter.in === location)
    .map(({ name, required, deprecated }) => `${name}${required ? '!' : ''}${deprecated ? ' (deprecated)' : ''}`)
  return names.length === 0 ? [] : [`${location} ${names.join(' ')}`]
}

function emitBody({ body }: Operation): string[] {
  return body ? [`body${body.required ? '' : '?'} ${body.content.map(emitMediaType).join(' | ')}`] : []
}

function isSuccess({ status }: Reply): boolean {
  return /^[123]/.test(status)
}

function emitReply({ status, content }: Reply): string {
  return [status, content.map(emitMediaType).join(' | ')].join(' ').trim()
}

function emitMediaType({ mediaType, schema }: MediaType): string {
  return mediaType === 'application/json' ? describeSchema(schema) : `${mediaType} ${describeSchema(schema)}`
}

function emitEffect(effect: Effect): string {
  if (effect.kind === 'computes') return 'computes'
  const where = Object.entries(effect.kind === 'measures' ? {} : (effect.where ?? {})).map(([name, value]) => ` where ${name} is ${value}`)
  return `${effect.kind} ${effect.schema}${effect.by.length > 0 ? ` by ${effect.by.join(' ')}` : ''}${where.join('')}`
}

function emitAction({ action }: Operation): string[] {
  if (!action) return []
  const locks = action.locks ? `, locks ${action.locks.join(' ')}` : ''
  return [`starts ${action.types.join('|')} on ${action['resource-type']}${locks}${action.duration ? `, ${action.duration}` : ''}`]
}

function emitRateLimit({ name, limit, window, counts }: RateLimit): string {
  return `limit ${limit}/${window} ${name}${counts && counts !== 'requests' ? ` counting ${counts}` : ''}`
}

function emitTool({ tool }: Operation): string[] {
  return tool ? [`tool ${tool.name} (${tool.kind}${tool.idempotent ? ', idempotent' : ''}) calls ${tool.calls}`] : []
}

/** Emits security that differs from the default: that of the API for reads, plus the scope `write` for writes. */
function emitSecurity({ method, security }: Operation, inherited: Security): string[] {
  const expected = method === 'get' ? inherited : inherited.map(addWrite)
  const text = describeSecurity(security)
  return text === describeSecurity(expected) ? [] : [`auth ${text || 'none'}`]
}

function addWrite(requirement: Security[number]): Security[number] {
  return Object.fromEntries(
    Object.entries(requirement).map(([scheme, scopes]) => [scheme, scopes.length > 0 ? [...new Set([...scopes, 'write'])] : scopes]),
  )
}

function describeSecurity(security: Security): string {
  return security
    .map((requirement) => {
      const schemes = Object.entries(requirement).map(([scheme, scopes]) => (scopes.length > 0 ? `${scheme}(${scopes.join(' ')})` : scheme))
      return schemes.join(' + ') || 'none'
    })
    .join(' or ')
}
