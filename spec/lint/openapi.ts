/** The shapes of OpenAPI 3.1 that the rules look at, and how to walk from one to the next. What is linted may be wrong, so everything is optional. */
import type { Context, Location } from './redocly.ts'

export interface Ref {
  readonly $ref: string
  readonly [key: string]: unknown
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName?: string; readonly mapping?: Readonly<Record<string, string>> }
  readonly [key: string]: unknown
}

export interface MediaType {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, unknown>>
}

export type Content = Readonly<Record<string, MediaType>>

export interface Response {
  readonly description?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Content
  readonly [key: string]: unknown
}

export interface Parameter {
  readonly name?: string
  readonly in?: string
  readonly description?: string
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, unknown>>
  readonly [key: string]: unknown
}

export interface RequestBody {
  readonly content?: Content
  readonly [key: string]: unknown
}

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: RequestBody | Ref
  readonly responses?: Readonly<Record<string, Response | Ref>>
  readonly security?: unknown
  readonly [key: string]: unknown
}

export interface PathItem {
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly [key: string]: unknown
}

export const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isRef(value: unknown): value is Ref {
  return isObject(value) && typeof value['$ref'] === 'string'
}

/** A node and where it stands. */
export interface Located<Node> {
  readonly node: Node
  readonly location: Location
}

/** `node`, or what it refers to. Nothing when the reference leads nowhere. */
export function follow<Node>(context: Context, node: Node | Ref, at: Location): Located<Node> | undefined {
  if (!isRef(node)) return { node: node as Node, location: at }
  const { node: found, location } = context.resolve(node, at.source.absoluteRef)
  // The kind of thing a reference leads to is checked by Redocly's own `struct` rule.
  return location && isObject(found) ? { node: found as Node, location } : undefined
}

/** Decoded segments: `#/paths/~1v2~1volumes/get` is `['paths', '/v2/volumes', 'get']`. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** All parameters of the operation being visited, those of its path first. */
export function parametersOf(context: Context, operation: Operation): (Located<Parameter> & { readonly raw: Parameter | Ref })[] {
  const path = context.parent as PathItem
  return [...(path.parameters ?? []), ...(operation.parameters ?? [])].flatMap((raw) => {
    const found = follow<Parameter>(context, raw, context.location)
    return found ? [{ ...found, raw }] : []
  })
}

export interface Body extends Located<Schema | undefined> {
  readonly status: string
  readonly mediaType: string
  readonly media: MediaType
}

/** The JSON bodies that a successful operation answers with; `location` is the media type's. */
export function successBodies(context: Context, operation: Operation): Body[] {
  return Object.entries(operation.responses ?? {}).flatMap(([status, raw]) => {
    if (!status.startsWith('2')) return []
    const response = follow<Response>(context, raw, context.location.child(['responses', status]))
    if (!response) return []
    return Object.entries(response.node.content ?? {}).flatMap(([mediaType, media]) =>
      isJson(mediaType)
        ? [{ status, mediaType, media, node: media.schema, location: response.location.child(['content', mediaType]) }]
        : [],
    )
  })
}

export function isJson(mediaType: string): boolean {
  return /^application\/([a-z0-9.-]+\+)?json($|;)/.test(mediaType)
}

/** The types a schema allows; empty when it does not say. */
export function typesOf(schema: Schema): readonly string[] {
  return schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type
}
