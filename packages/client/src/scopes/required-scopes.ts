/** Which scopes a token needs for an operation, from the specification. */
import { operationScopes } from '../generated/operation-scopes.ts'
import { CloudError } from '../errors.ts'

/** The name of an operation, such as `droplets_create`. */
export type OperationId = keyof typeof operationScopes

/** A request, by its method and where it goes. */
export interface RequestLine {
  /** `GET`, `POST` and so on. */
  readonly method: string
  /** An address or its path, with or without a query: `/v2/droplets/412800101`. */
  readonly url: string
}

/** An operation: its name, a request, or an error that says what was called (`POST /v2/droplets`). */
export type ScopeQuestion = OperationId | RequestLine | { readonly operation: string }

/** What an operation asks of a token. */
export interface RequiredScopes {
  /** Which operation it is. */
  readonly operation: OperationId
  /** What a token of the OAuth flow must have; undefined where such a token is of no use or none is needed. */
  readonly oauth: 'read' | 'read write' | undefined
  /** What a personal token with fine-grained scopes must have, all of them. */
  readonly personal: readonly string[]
}

interface Row extends RequiredScopes {
  readonly method: string
  readonly path: string
}

/**
 * The scopes of an operation, by its name, by a request, or by an `HttpError`.
 *
 * ```ts
 * requiredScopes('droplets_create') // { operation: 'droplets_create', oauth: 'read write', personal: ['droplet:create'] }
 * ```
 *
 * @throws CloudError when there is no such operation
 */
export function requiredScopes(of: ScopeQuestion): RequiredScopes {
  const line = typeof of === 'string' || !('operation' in of) ? of : splitLine(of.operation)
  const row = typeof line === 'string' ? readRow(line) : findRow(line)
  if (!row) throw new CloudError(`There is no operation ${typeof line === 'string' ? line : `${line.method} ${parsePath(line.url)}`}.`)
  const { operation, oauth, personal } = row
  return { operation, oauth, personal }
}

function readRow(id: string): Row | undefined {
  if (!Object.hasOwn(operationScopes, id)) return undefined
  const [method = '', path = '', wanted, ...personal] = operationScopes[id as OperationId].split(' ')
  const oauth = wanted === 'write' ? 'read write' : wanted === 'read' ? 'read' : undefined
  return { operation: id as OperationId, oauth, personal, method, path }
}

function splitLine(line: string): RequestLine {
  const space = line.indexOf(' ')
  return { method: line.slice(0, space), url: line.slice(space + 1) }
}

/** HEAD is answered wherever GET is. Of several paths that fit, the one with the most said in it is meant: `/v2/vpcs/default`. */
function findRow({ method, url }: RequestLine): Row | undefined {
  const verb = method.toUpperCase() === 'HEAD' ? 'GET' : method.toUpperCase()
  const steps = parsePath(url).split('/')
  return (Object.keys(operationScopes) as OperationId[])
    .filter((id) => operationScopes[id].startsWith(`${verb} `))
    .map((id) => readRow(id) as Row)
    .filter(({ path }) => fits(path.split('/'), steps))
    .toSorted((a, b) => countNames(a.path) - countNames(b.path))[0]
}

/** A name in the path takes any value, and the template's own text is a value too. */
function fits(template: readonly string[], steps: readonly string[]): boolean {
  return template.length === steps.length && template.every((part, at) => (part.startsWith('{') ? steps[at] !== '' : part === steps[at]))
}

function countNames(path: string): number {
  return path.split('{').length
}

function parsePath(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '')
}
