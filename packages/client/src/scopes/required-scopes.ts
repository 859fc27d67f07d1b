/** Scopes that operations require, from the specification. */
import { operationScopes } from '../generated/operation-scopes.ts'
import { CloudError } from '../errors.ts'

/** Id of an operation, such as `droplets_create`. */
export type OperationId = keyof typeof operationScopes

/** A request: method and URL. */
export interface RequestLine {
  /** `GET`, `POST` and so on. */
  readonly method: string
  /** URL or path, with or without a query: `/v2/droplets/412800101`. */
  readonly url: string
}

/** An operation: its id, a request, or an error with its `operation` (`POST /v2/droplets`). */
export type OperationReference = OperationId | RequestLine | { readonly operation: string }

/** Scopes that an operation requires. */
export interface RequiredScopes {
  /** Id of the operation. */
  readonly operation: OperationId
  /** Required scope of an OAuth token; undefined if OAuth tokens are not accepted or no token is needed. */
  readonly oauth: 'read' | 'read write' | undefined
  /** Required scopes of a personal token with fine-grained scopes, all of them. */
  readonly personal: readonly string[]
}

interface Row extends RequiredScopes {
  readonly method: string
  readonly path: string
}

/**
 * Returns the required scopes of an operation, by its id, by a request, or by an `HttpError`.
 *
 * ```ts
 * requiredScopes('droplets_create') // { operation: 'droplets_create', oauth: 'read write', personal: ['droplet:create'] }
 * ```
 *
 * @throws CloudError if there is no such operation
 */
export function requiredScopes(of: OperationReference): RequiredScopes {
  const line = typeof of === 'string' || !('operation' in of) ? of : splitLine(of.operation)
  const row = typeof line === 'string' ? parseRow(line) : findRow(line)
  if (!row) throw new CloudError(`There is no operation ${typeof line === 'string' ? line : `${line.method} ${parsePath(line.url)}`}.`)
  const { operation, oauth, personal } = row
  return { operation, oauth, personal }
}

function parseRow(id: string): Row | undefined {
  if (!Object.hasOwn(operationScopes, id)) return undefined
  const [method = '', path = '', access, ...personal] = operationScopes[id as OperationId].split(' ')
  const oauth = access === 'write' ? 'read write' : access === 'read' ? 'read' : undefined
  return { operation: id as OperationId, oauth, personal, method, path }
}

function splitLine(line: string): RequestLine {
  const space = line.indexOf(' ')
  return { method: line.slice(0, space), url: line.slice(space + 1) }
}

/** Finds the operation of a request. HEAD counts as GET. If several path templates match, the most specific one wins: `/v2/vpcs/default`. */
function findRow({ method, url }: RequestLine): Row | undefined {
  const verb = method.toUpperCase() === 'HEAD' ? 'GET' : method.toUpperCase()
  const steps = parsePath(url).split('/')
  return (Object.keys(operationScopes) as OperationId[])
    .filter((id) => operationScopes[id].startsWith(`${verb} `))
    .map((id) => parseRow(id) as Row)
    .filter(({ path }) => matchesTemplate(path.split('/'), steps))
    .toSorted((a, b) => countParameters(a.path) - countParameters(b.path))[0]
}

/** True if a path matches a template. A parameter matches any value, including the template's own text. */
function matchesTemplate(template: readonly string[], steps: readonly string[]): boolean {
  return template.length === steps.length && template.every((part, at) => (part.startsWith('{') ? steps[at] !== '' : part === steps[at]))
}

function countParameters(path: string): number {
  return path.split('{').length
}

function parsePath(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '')
}
