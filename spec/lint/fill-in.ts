/**
 * Adds to what a document says what follows from `conventions.yaml`. What is written stands; references to shared parts are not followed.
 * Nodes are changed in place, since Redocly and anchors of the document hold them.
 */
import { isDeepStrictEqual } from 'node:util'
import { conventionsOf, type ApiConventions } from './conventions.ts'
import { type Components, fillRequestBody, fillResponse, fillSuccess } from './fill-body.ts'
import { fillOlder } from './fill-older.ts'
import { fillPaging, fillParameter, fillPathParameters } from './fill-parameters.ts'
import { fillReply, fillSchema, fillSchemas, fillStored } from './fill-schema.ts'
import { fillKey, operationKeys } from './key-order.ts'
import { isObject, methods } from './openapi.ts'
import { asList, ignore, isNode, type Node, objects, type OnRepeat, within } from './repeats.ts'
import type { DocumentContent, Folder } from './specification-types.ts'

export function fillDocument({ tags, paths, components = {} }: DocumentContent, api: Folder, onRepeat: OnRepeat = ignore): void {
  const declared = components['parameters']
  const of = { conventions: conventionsOf(api), tag: tags?.[0]?.name, components, paths }
  fillSchemas(paths, within(onRepeat, 'paths'))
  for (const kind of ['parameters', 'responses', 'headers']) fillSchemas(components[kind], within(onRepeat, 'components', kind))
  for (const [path, item] of objects(paths)) fillPath(path, item, of, within(onRepeat, 'paths', path))
  for (const [name, parameter] of objects(declared)) fillParameter(parameter, within(onRepeat, 'components', 'parameters', name))
  for (const [name, schema] of objects(components['schemas'])) {
    fillSchema(schema, within(onRepeat, 'components', 'schemas', name))
    fillStored(schema, within(onRepeat, 'components', 'schemas', name))
    fillReply(name, schema, of.conventions, within(onRepeat, 'components', 'schemas', name))
  }
  for (const [name, response] of objects(components['responses'])) fillResponse(response, within(onRepeat, 'components', 'responses', name))
}

/** What filling in needs to know of a document. */
interface Surroundings {
  readonly conventions: ApiConventions
  /** The name of its tag. */
  readonly tag: string | undefined
  readonly components: Components
  /** All paths of the document, where the newer of two spellings is found. */
  readonly paths: unknown
}

/** All operations of a path, and the responses written in them. */
function fillPath(path: string, item: Node, { conventions, tag, components, paths }: Surroundings, onRepeat: OnRepeat): void {
  fillParameters(item, onRepeat)
  fillPathParameters(path, item, components['parameters'], onRepeat)
  for (const method of methods) {
    const operation = item[method]
    if (!isNode(operation)) continue
    // What is taken from the newer spelling repeats nothing.
    const repeated = fillOlder(operation, paths) ? ignore : within(onRepeat, method)
    fillKey(operation, 'tags', tag === undefined ? undefined : [tag], operationKeys, repeated)
    fillParameters(operation, repeated)
    fillToolName(operation, path, repeated)
    fillPaging(operation, conventions, repeated)
    fillRequestBody(operation['requestBody'], within(repeated, 'requestBody'))
    fillErrors(operation, { path, item, conventions }, within(repeated, 'responses'))
    for (const [status, response] of objects(operation['responses'])) {
      if (/^2(?!04)/.test(status)) fillSuccess(response, operation, { components, conventions }, within(repeated, 'responses', status))
      fillResponse(response, within(repeated, 'responses', status))
    }
    fillScopes(operation, method, conventions, repeated)
    if (changes(method, operation)) fillKey(operation, 'security', conventions.change?.security, operationKeys, repeated)
  }
}

/** A scope says whose it is, and what may be done to it. */
function fillScopes(operation: Node, method: string, { scopes }: ApiConventions, onRepeat: OnRepeat): void {
  const owner = scopes?.families[String(operation['operationId']).split('_')[0] ?? '']
  const effect = isObject(operation['x-effect']) ? operation['x-effect'] : {}
  const [, does] = Object.entries(scopes?.does ?? {}).find(([key]) => key === method || key in effect) ?? []
  if (owner && does) fillKey(operation, 'x-scopes', [`${owner}:${does}`], operationKeys, onRepeat)
}

/** A tool is named as its path is. */
function fillToolName(operation: Node, path: string, onRepeat: OnRepeat): void {
  const tool = operation['x-tool']
  if (!isNode(tool)) return
  const name = path.split('/').at(-1)
  if (tool['name'] === name) onRepeat(['x-tool', 'name'])
  operation['x-tool'] = { name, ...tool }
}

/** Those written in a path or an operation; references are left alone. */
function fillParameters(node: Readonly<Node>, onRepeat: OnRepeat): void {
  for (const [index, parameter] of asList(node['parameters']).entries())
    if (isNode(parameter)) fillParameter(parameter, within(onRepeat, 'parameters', index))
}

interface Place {
  readonly path: string
  readonly item: Readonly<Node>
  readonly conventions: ApiConventions
}

function fillErrors(operation: Node, { path, item, conventions: { errors } }: Place, onRepeat: OnRepeat): void {
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
