/** Says where what a call was given belongs. Loaded when a call is refused, as a program that compiles has none. */
import { CloudError } from './errors.ts'
import type { Target } from './transport.ts'

/** `names` are those that are no part of a request, `given` the request and its options, `ids` those of the path, `part` is where an operation's fields belong. */
export function explainRequest(
  { method, path }: Target,
  names: readonly string[],
  given: readonly unknown[],
  ids: readonly string[],
  part: string | undefined,
): CloudError {
  const operation = `${method} ${path}`
  const takes = ids.length === 0 ? 'no ids' : `${ids.length === 1 ? 'one id' : `${ids.length} ids`} (${ids.join(', ')})`
  const extra = given.find((value) => Object(value) !== value)
  if (extra !== undefined) return new CloudError(`${operation}: it takes ${takes}, and ${JSON.stringify(extra)} is one too many.`)
  const isId = (name: string) => ids.includes(name)
  // It has no fields to be meant by these, so that they can only be ids by other names.
  if (!part && ids.length > 0 && !names.some(isId))
    return new CloudError(
      `${operation}: it takes ${takes} and no ${names.map((name) => `"${name}"`).join(', ')}: { path: { ${ids.join(', ')} } }.`,
    )
  const groups = [
    { part: 'path', own: names.filter(isId) },
    { part: part || 'query', own: names.filter((name) => !isId(name)) },
  ].filter(({ own }) => own.length > 0)
  const places = groups.map((group) => `${group.own.map((name) => `"${name}"`).join(', ')} under ${group.part}`)
  const example = groups.map((group) => `${group.part}: { ${group.own.join(', ')} }`).join(', ')
  return new CloudError(`${operation}: put ${places.join(' and ')}: { ${example} }.`)
}
