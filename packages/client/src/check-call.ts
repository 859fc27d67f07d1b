/** Whether a call can be right, by what the table says of its operation. What is wrong with it is said in `explain-request.ts`. */
import type { AnyRequest, Target } from './request-types.ts'

/** No parameter of an operation and no field of a body has such a name; `test/option-names.test.ts` checks it. */
export const optionNames = 'signal timeoutMs headers retry maxWaitMs maxReplyBytes waitForLockMs'

export const partNames = 'path query header body'

export const isAmong = (name: string, names: string): boolean => names.split(' ').includes(name)

/** Nothing is asked of the query of a path that was written by hand: its parameters may be newer than this client. */
export function isMistaken(
  { method, takes, facts: { parts = takes ?? (method === 'GET' ? '' : 'body'), query } }: Target,
  request: AnyRequest,
  call: object,
): boolean {
  // One among the fields would be sent, and do nothing.
  const isOption = (name: string) => Object(request.body)[name] !== undefined
  return (
    isStrange(call, optionNames) ||
    isStrange(request, partNames) ||
    (request.body !== undefined && !isAmong('body', parts)) ||
    (takes !== undefined &&
      (isStrange(request.query ?? {}, isAmong('query', parts) ? `page per_page ${query}` : '') || optionNames.split(' ').some(isOption)))
  )
}

/** Whether it has another name. What is there and undefined is as good as left out. */
function isStrange(given: object, names: string): boolean {
  for (const name in given) if (given[name as keyof typeof given] !== undefined && !isAmong(name, names)) return true
  return Object(given) !== given
}
