/** Parses the arguments of an operation: a request with its parts, or the path ids in order and then the fields. */
import { partNames } from './check-call.ts'
import type { AnyRequest, KnownTarget } from './request-types.ts'

/** Returns the request and the remaining arguments. `takes` is the part of the request that fields without a part name belong to. */
export function parseArguments<Rest extends readonly unknown[]>(
  { ids, input: usual }: KnownTarget,
  [first, ...rest]: readonly unknown[],
  takes = usual,
): [request: AnyRequest | undefined, ...Rest] {
  let request: unknown = first
  if (ids.length > 0 && first !== undefined && Object(first) !== first) {
    const path: Record<string, unknown> = {}
    for (const name of ids) path[name] = name === ids[0] ? first : rest.shift()
    const fields = takes && rest.shift()
    // No field has the name of the part: this object holds request parts, from a program without types.
    const isRequest = Object.keys(Object(fields)).join() === takes
    request = { ...(isRequest ? (fields as object) : takes && { [takes]: fields }), path }
  } else if (takes && ids.length === 0 && isFields(first)) request = { [takes]: first }
  return [request as AnyRequest | undefined, ...(rest as unknown as Rest)]
}

/** True for an object of fields. No operation without path ids has a field with the name of a request part. */
function isFields(value: unknown): boolean {
  const names = Object.keys(Object(value))
  return Object(value) === value && names.length > 0 && !names.some((name) => partNames.includes(name))
}
