/** Error for invalid arguments of a call, with the correct form. Loaded only when needed: programs that compile have none. */
import { CloudError } from './errors.ts'
import type { AnyRequest, Target } from './request-types.ts'

const allParts = new Set(['path', 'query', 'header', 'body'])

/** Creates the error. `options` are the names of all call options. */
export function explainRequest(target: Target, request: AnyRequest, call: object, options: readonly string[]): CloudError {
  const { method, path } = target
  const ids = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name)
  const defaultPart = method === 'GET' ? 'query' : 'body'
  const { input: part = defaultPart, facts } = target
  // The query of a hand-written path is unknown.
  const parts = target.input === undefined ? ['query', defaultPart] : (facts.parts ?? part).split(' ')
  const expectedIds = ids.length === 0 ? 'no ids' : `${ids.length === 1 ? 'one id' : `${ids.length} ids`} (${ids.join(', ')})`
  const problem =
    explainExtra([request, call], expectedIds) ??
    explainOption(request, ids, part, options) ??
    explainPart(request, parts, ids, part) ??
    explainFields(Object.keys(request), expectedIds, ids, part) ??
    explainUnknownOption(Object.keys(call), part, options) ??
    explainParameter(target, Object(request.query))
  return new CloudError(`${method} ${path}: ${problem}.`)
}

const quote = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

function explainExtra(args: readonly unknown[], expectedIds: string): string | undefined {
  const extra = args.find((value) => Object(value) !== value)
  return extra === undefined ? undefined : `it takes ${expectedIds}; ${JSON.stringify(extra)} is one argument too many`
}

/** Explains an option among the fields. */
function explainOption(
  request: AnyRequest,
  ids: readonly string[],
  part: string | undefined,
  options: readonly string[],
): string | undefined {
  const parts = [request, request.query, request.body].map(Object)
  const own = options.filter((name) => parts.some((object) => object[name] !== undefined))
  const before = [...ids, ...(part ? [`{ … }`] : ids.length === 0 ? ['{}'] : [])]
  if (own.length === 0) return undefined
  const which = own.length === 1 ? 'is an option of the call and comes last' : 'are options of the call and come last'
  return `${quote(own)} ${which}: (${before.join(', ')}, { ${own.join(', ')} })`
}

/** Explains a part that the operation does not have. An empty query is ignored. */
function explainPart(
  { query, body }: AnyRequest,
  parts: readonly string[],
  ids: readonly string[],
  part: string | undefined,
): string | undefined {
  const partNames = [...(Object.keys(Object(query)).length > 0 ? ['query'] : []), ...(body === undefined ? [] : ['body'])]
  const invalidParts = partNames.filter((name) => !parts.includes(name))
  if (invalidParts.length === 0) return undefined
  const known = [...(ids.length > 0 ? [`path: { ${ids.join(', ')} }`] : []), ...(part ? [`${part}: { … }`] : [])]
  return `it takes no ${invalidParts.join(' and no ')}, only ${known.length === 0 ? 'options' : `{ ${known.join(', ')} }`}`
}

/** Explains fields or named ids in place of the parts of a request. */
function explainFields(args: readonly string[], expectedIds: string, ids: readonly string[], part: string | undefined): string | undefined {
  const names = args.filter((name) => !allParts.has(name))
  if (names.length === 0) return undefined
  const isId = (name: string) => ids.includes(name)
  // The operation has no fields, so these names must be misspelled ids.
  if (!part && ids.length > 0 && !names.some(isId)) return `it takes ${expectedIds} and no ${quote(names)}: { path: { ${ids.join(', ')} } }`
  const groups = [
    { part: 'path', own: names.filter(isId) },
    { part: part || 'query', own: names.filter((name) => !isId(name)) },
  ].filter(({ own }) => own.length > 0)
  const groupTexts = groups.map((group) => `${quote(group.own)} under ${group.part}`)
  return `put ${groupTexts.join(' and ')}: { ${groups.map((group) => `${group.part}: { ${group.own.join(', ')} }`).join(', ')} }`
}

/** Explains a field among the options, or an unknown option. */
function explainUnknownOption(args: readonly string[], part: string | undefined, options: readonly string[]): string | undefined {
  const names = args.filter((name) => !options.includes(name))
  if (names.length === 0) return undefined
  const hint = part ? `; put all fields into one object: { …, ${names.join(', ')} }` : ''
  return `${quote(names)} is not an option of a call (${options.join(', ')})${hint}`
}

function explainParameter({ facts: { query = '', pages, size } }: Target, queryFields: object): string {
  const known = [...query.split(' ').filter(Boolean), ...(pages !== undefined && !size ? ['page', 'per_page'] : [])]
  return `the query has no ${quote(Object.keys(queryFields).filter((name) => !known.includes(name)))}, only ${known.join(', ')}`
}
