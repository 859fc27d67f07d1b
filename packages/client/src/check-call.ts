/** Whether a call can be right, by what the table says of its operation. What is wrong with it is said in `explain-request.ts`. */
import type { AnyRequest, Target } from './transport.ts'

/** No field and no parameter of an operation has such a name; `tools/contract` has the test. */
export const optionNames = 'signal timeoutMs headers retry maxWaitMs maxReplyBytes waitForLockMs'

/** Nothing is asked of the parts of a path that was written by hand: its parameters may be newer than this client. */
export function isMistaken({ method, takes, facts: { parts = takes, query } }: Target, request: AnyRequest, call: object): boolean {
  return (
    isStrange(call, optionNames) ||
    isStrange(request, `path header ${parts ?? (method === 'GET' ? 'query' : 'query body')}`) ||
    (takes !== undefined &&
      (isStrange(request.query ?? {}, `page per_page ${query}`) || optionNames.split(' ').some((name) => name in Object(request.body))))
  )
}

/** Whether it has another name. What is there and undefined is as good as left out. */
function isStrange(given: object, names: string): boolean {
  return Object(given) !== given || Object.entries(given).some(([name, value]) => value !== undefined && !names.split(' ').includes(name))
}
