/** Validates the arguments of a call against the operation table. `explain-request.ts` creates the error message. */
import type { AnyRequest, Target } from './request-types.ts'

/** Names of the call options. No parameter and no body field has one of these names; `test/option-names.test.ts` checks it. */
export const optionNames: readonly string[] = ['signal', 'timeoutMs', 'headers', 'retry', 'maxWaitMs', 'maxReplyBytes', 'waitForLockMs']

export const partNames: readonly string[] = ['path', 'query', 'header', 'body']

/** True if a call has unknown options, parts or parameters. The query of a hand-written path is not checked: its parameters may be newer than this client. */
export function isInvalidCall(
  { method, input, facts: { parts = input ?? (method === 'GET' ? '' : 'body'), query: known = '' } }: Target,
  request: AnyRequest,
  call: object,
): boolean | undefined {
  if (hasUnknownName(call, optionNames) || hasUnknownName(request, partNames)) return true
  const { query, body } = request
  if (body !== undefined && !parts.includes('body')) return true
  if (input === undefined) return false
  // An option among the fields would be sent to the platform and have no effect.
  return (
    (query && hasUnknownName(query, parts.includes('query') ? ['page', 'per_page', ...known.split(' ')] : [])) ||
    (body !== undefined && optionNames.some((name) => Object(body)[name] !== undefined))
  )
}

/** True for a non-object or an object with a name that is not listed. Properties with the value `undefined` are ignored. */
function hasUnknownName(fields: object, names: readonly string[]): boolean {
  for (const name in fields) if (fields[name as keyof typeof fields] !== undefined && !names.includes(name)) return true
  return Object(fields) !== fields
}
