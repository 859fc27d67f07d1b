/** Says where what a call was given belongs. Loaded when a call is refused, as a program that compiles has none. */
import { CloudError } from './errors.ts'
import { findIds, findPart, isPart } from './read-arguments.ts'
import type { AnyRequest, Target } from './transport.ts'

export function explainRequest(target: Target, request: AnyRequest, options: unknown): CloudError {
  const operation = `${target.method} ${target.path}`
  const ids = findIds(target.path)
  if (Object(options) !== options) {
    const takes = ids.length === 0 ? 'no ids' : `${ids.length === 1 ? 'one id' : `${ids.length} ids`} (${ids.join(', ')})`
    return new CloudError(`${operation}: it takes ${takes}, and ${JSON.stringify(options)} is one too many.`)
  }
  const names = Object.keys(Object(request)).filter((name) => !isPart(name))
  const isId = (name: string) => ids.includes(name)
  const groups = [
    { part: 'path', own: names.filter(isId) },
    { part: findPart(target) || 'query', own: names.filter((name) => !isId(name)) },
  ].filter(({ own }) => own.length > 0)
  const places = groups.map(({ part, own }) => `${own.map((name) => `"${name}"`).join(', ')} under ${part}`)
  const example = groups.map(({ part, own }) => `${part}: { ${own.join(', ')} }`).join(', ')
  return new CloudError(`${operation}: put ${places.join(' and ')}: { ${example} }.`)
}
