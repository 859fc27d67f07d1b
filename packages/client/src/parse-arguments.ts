/** Reads what an operation was called with: a request with its parts, or the ids of its path in order and then its fields by themselves. */
import { isAmong, partNames } from './check-call.ts'
import type { AnyRequest, KnownTarget } from './request-types.ts'

/** The request, and what follows it. `takes` is the part of the request that fields by themselves are. */
export function parseArguments<Rest extends readonly unknown[]>(
  { ids, takes: usual }: KnownTarget,
  [first, ...rest]: readonly unknown[],
  takes = usual,
): [request: AnyRequest | undefined, ...Rest] {
  let request: unknown = first
  if (ids.length > 0 && first !== undefined && Object(first) !== first) {
    const path: Record<string, unknown> = {}
    for (const name of ids) path[name] = name === ids[0] ? first : rest.shift()
    const fields = takes && rest.shift()
    // No operation has a field that is named as the part it takes: these are the other parts of a request, from a program without types.
    const isRequest = Object.keys(Object(fields)).join() === takes
    request = { ...(isRequest ? (fields as object) : takes && { [takes]: fields }), path }
  } else if (takes && ids.length === 0 && isFields(first)) request = { [takes]: first }
  return [request as AnyRequest | undefined, ...(rest as unknown as Rest)]
}

/** No operation without ids in its path has a field that is named as a part of a request. */
function isFields(given: unknown): boolean {
  const names = Object.keys(Object(given))
  return Object(given) === given && names.length > 0 && !names.some((name) => isAmong(name, partNames))
}
