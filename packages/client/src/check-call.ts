/** Validates the arguments of a call against the operation table. `explain-request.ts` creates the error message. */
import type { AnyRequest, Target } from './request-types.ts'

/** Names of the call options. No parameter and no body field has one of these names; `test/option-names.test.ts` checks it. */
export const optionNames = 'signal timeoutMs headers retry maxWaitMs maxReplyBytes waitForLockMs'

export const partNames = 'path query header body'

export const includesName = (name: string, names: string): boolean => names.split(' ').includes(name)

/** True if a call has unknown options, parts or parameters. The query of a hand-written path is not checked: its parameters may be newer than this client. */
export function isInvalidCall(
  { method, input, facts: { parts = input ?? (method === 'GET' ? '' : 'body'), query } }: Target,
  request: AnyRequest,
  call: object,
): boolean {
  // An option among the fields would be sent to the platform and have no effect.
  const isOption = (name: string) => Object(request.body)[name] !== undefined
  return (
    hasUnknownName(call, optionNames) ||
    hasUnknownName(request, partNames) ||
    (request.body !== undefined && !includesName('body', parts)) ||
    (input !== undefined &&
      (hasUnknownName(request.query ?? {}, includesName('query', parts) ? `page per_page ${query}` : '') ||
        optionNames.split(' ').some(isOption)))
  )
}

/** True for a non-object or an object with a name that is not listed. Properties with the value `undefined` are ignored. */
function hasUnknownName(given: object, names: string): boolean {
  for (const name in given) if (given[name as keyof typeof given] !== undefined && !includesName(name, names)) return true
  return Object(given) !== given
}
