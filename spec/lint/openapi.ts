/** Types of OpenAPI 3.1 that the rules use. Linted documents may be invalid, so every property is optional. */

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

/** Decodes the segments of a JSON pointer: `#/paths/~1v2~1volumes/get` is `['paths', '/v2/volumes', 'get']`. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function isJson(mediaType: string): boolean {
  return /^application\/([a-z0-9.-]+\+)?json($|;)/.test(mediaType)
}

/** Returns the types that a schema allows, or an empty array if it has no `type`. */
export function typesOf(schema: Schema): readonly string[] {
  return schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type
}
