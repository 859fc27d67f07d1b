/**
 * Adds the defaults of `conventions.yaml` to a document. Existing values are kept; references to shared parts are not followed.
 * Changes nodes in place, because Redocly and YAML anchors share them.
 */
import { isDeepStrictEqual } from 'node:util'
import { conventionsOf, type ApiConventions } from './conventions.ts'
import { type Components, fillRequestBody, fillResponse, fillSuccess } from './fill-body.ts'
import { fillOlder } from './fill-older.ts'
import { fillPagination } from './fill-pagination.ts'
import { fillReply, fillSchema, fillSchemas, fillStored } from './fill-schema.ts'
import { fillKey, operationKeys } from './key-order.ts'
import { isObject, methods } from './openapi.ts'
import { ignore, isNode, type Node, objects, type OnRepeat, withOuterKeys } from './repeats.ts'
import type { DocumentContent, Folder } from './specification-types.ts'

/** Shared documents are complete, because the conventions refer to them. */
export function fillDocument({ tags, paths, components = {} }: DocumentContent, api: Folder, onRepeat: OnRepeat = ignore): void {
  if (api === 'shared') return
  const of = { conventions: conventionsOf(api), tag: tags?.[0]?.name, components, paths }
  fillSchemas(paths, withOuterKeys(onRepeat, 'paths'))
  for (const kind of ['parameters', 'responses', 'headers']) fillSchemas(components[kind], withOuterKeys(onRepeat, 'components', kind))
  for (const [path, item] of objects(paths)) fillPath(path, item, of, withOuterKeys(onRepeat, 'paths', path))
  for (const [name, schema] of objects(components['schemas'])) {
    fillSchema(schema, withOuterKeys(onRepeat, 'components', 'schemas', name))
    fillStored(schema, withOuterKeys(onRepeat, 'components', 'schemas', name))
    fillReply(name, schema, of.conventions, withOuterKeys(onRepeat, 'components', 'schemas', name))
  }
  for (const [name, response] of objects(components['responses']))
    fillResponse(response, withOuterKeys(onRepeat, 'components', 'responses', name))
}

/** Context of a document for filling in its paths. */
interface DocumentScope {
  readonly conventions: ApiConventions
  /** Name of the tag of the document. */
  readonly tag: string | undefined
  readonly components: Components
  /** All paths of the document, to find the newer version of a renamed operation. */
  readonly paths: unknown
}

/** Fills in all operations of a path and their responses. */
function fillPath(path: string, item: Node, { conventions, tag, components, paths }: DocumentScope, onRepeat: OnRepeat): void {
  for (const method of methods) {
    const operation = item[method]
    if (!isNode(operation)) continue
    // Values copied from the newer operation do not count as repetitions.
    const repeated = fillOlder(operation, paths) ? ignore : withOuterKeys(onRepeat, method)
    fillKey(operation, 'tags', tag === undefined ? undefined : [tag], operationKeys, repeated)
    fillToolName(operation, path, repeated)
    fillPagination(operation, conventions, repeated)
    fillRequestBody(operation['requestBody'], withOuterKeys(repeated, 'requestBody'))
    fillErrors(operation, { path, item, conventions }, withOuterKeys(repeated, 'responses'))
    for (const [status, response] of objects(operation['responses'])) {
      if (/^2(?!04)/.test(status))
        fillSuccess(response, operation, { components, conventions }, withOuterKeys(repeated, 'responses', status))
      fillResponse(response, withOuterKeys(repeated, 'responses', status))
    }
    fillSecurity(operation, method, conventions, repeated)
  }
}

/** Adds the security of operations that read or change data, with the scopes of the family. */
function fillSecurity(operation: Node, method: string, conventions: ApiConventions, onRepeat: OnRepeat): void {
  const scope = findScope(operation, method, conventions)
  const isChange = changes(method, operation)
  const { security } = (isChange ? conventions.change : scope && conventions.read) || {}
  // A scheme without scopes takes the fine-grained ones.
  const addScope = (scopes: readonly string[]) => (scopes.length === 0 && scope ? [scope] : scopes)
  const filled = security?.map((schemes) => Object.fromEntries(Object.entries(schemes).map(([name, scopes]) => [name, addScope(scopes)])))
  fillKey(operation, 'security', filled, operationKeys, onRepeat)
}

/** Returns the scope of an operation: the family is its first part and the permission its second part. */
function findScope(operation: Node, method: string, { scopes }: ApiConventions): string | undefined {
  const owner = scopes?.families[String(operation['operationId']).split('_')[0] ?? '']
  const effect = isObject(operation['x-effect']) ? operation['x-effect'] : {}
  const [, does] = Object.entries(scopes?.does ?? {}).find(([key]) => key === method || key in effect) ?? []
  return owner && does ? `${owner}:${does}` : undefined
}

/** Adds the name of a tool, the last segment of its path. */
function fillToolName(operation: Node, path: string, onRepeat: OnRepeat): void {
  const tool = operation['x-tool']
  if (!isNode(tool)) return
  const name = path.split('/').at(-1)
  if (tool['name'] === name) onRepeat(['x-tool', 'name'])
  operation['x-tool'] = { name, ...tool }
}

interface OperationScope {
  readonly path: string
  readonly item: Readonly<Node>
  readonly conventions: ApiConventions
}

function fillErrors(operation: Node, { path, item, conventions: { errors } }: OperationScope, onRepeat: OnRepeat): void {
  const responses = operation['responses']
  if (!errors || !isNode(responses)) return
  const hasBody = 'requestBody' in operation
  const hasParameters = 'parameters' in operation || 'parameters' in item
  const shared = {
    ...errors.always,
    ...(hasBody ? errors.body : {}),
    ...(path.includes('{') ? errors.pathParameter : {}),
    ...(hasBody || hasParameters ? errors.input : {}),
  }
  for (const [status, response] of Object.entries(shared)) {
    if (!(status in responses)) responses[status] = { ...response }
    else if (isDeepStrictEqual(responses[status], response)) onRepeat([status])
  }
}

function changes(method: string, operation: Readonly<Node>): boolean {
  const tool = operation['x-tool']
  return isObject(tool) ? tool['kind'] !== 'read-only' : method !== 'get'
}
